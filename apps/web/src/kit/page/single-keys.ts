import { useHotkeys } from '@mantine/hooks'
import { z } from 'zod'
import { readStored, store } from '#lib/storage.ts'
import { createStore, useStore } from '#ui/store.ts'

const name = 'single-keys'

const isOn = createStore(readStored(name, z.boolean()) ?? true)

/** Whether single keys do something, and the way to change that for this browser. */
export const useSingleKeys = () => [useStore(isOn), chooseSingleKeys] as const

function chooseSingleKeys(wanted: boolean): void {
  isOn.set(() => wanted)
  store(name, wanted)
}

/**
 * Does something when one of these keys is pressed alone outside of a text box. A key without Ctrl is easily pressed by
 * accident, and by speech input, so people can switch such keys off.
 */
export function useSingleKey(keys: readonly string[], act: () => void): void {
  const isListening = useStore(isOn)
  useHotkeys(isListening ? keys.map((key) => [key, act]) : [])
}
