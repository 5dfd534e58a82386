import { useHotkeys } from '@mantine/hooks'
import { z } from 'zod'
import { readStored, store } from '#lib/storage.ts'
import { createStore, useStore } from '#ui/store.ts'

const name = 'single-keys'

const isOn = createStore(readStored(name, z.boolean()) ?? true)

/** Whether single-key shortcuts are enabled in this browser, and a function that changes it. */
export const useSingleKeys = () => [useStore(isOn), chooseSingleKeys] as const

function chooseSingleKeys(isEnabled: boolean): void {
  isOn.set(() => isEnabled)
  store(name, isEnabled)
}

/**
 * Handles one of these keys when it is pressed outside of a text box. Single keys are easily pressed by accident and
 * triggered by speech input, so users can disable them.
 */
export function useSingleKey(keys: readonly string[], act: () => void): void {
  const isListening = useStore(isOn)
  useHotkeys(isListening ? keys.map((key) => [key, act]) : [])
}
