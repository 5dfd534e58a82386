import { createStore } from './store.ts'

/** The open dialogs, the topmost last. Everything outside the topmost one is inert. */
export const modalLayers = createStore<readonly HTMLElement[]>([])

/** Adds a dialog on top of the others. Returns a function that removes it. */
export function enterLayer(element: HTMLElement): () => void {
  modalLayers.set((layers) => [...layers, element])
  return () => modalLayers.set((layers) => layers.filter((layer) => layer !== element))
}
