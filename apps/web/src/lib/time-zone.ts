import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { forget, readStored, store } from './storage.ts'

const name = 'time-zone'

const isTimeZone = (text: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const stored = z.string().refine(isTimeZone)

let chosenZone = readStored(name, stored)
const listeners = new Set<() => void>()

/** The time zone that the user has chosen in this browser; undefined for that of the device. */
export const chosenTimeZone = (): string | undefined => chosenZone

/** All times are shown in this zone from now on; without a zone, in that of the device. */
export function chooseTimeZone(zone: string | undefined): void {
  chosenZone = zone
  if (zone === undefined) forget(name)
  else store(name, zone)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen time zone; what shows times and uses it follows a change at once. */
export const useTimeZone = (): string | undefined => useSyncExternalStore(subscribe, chosenTimeZone)
