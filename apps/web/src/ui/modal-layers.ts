import { createStore } from './store.ts'

/** The windows that are open over the page, the topmost last. Nothing outside of that one can be reached. */
export const modalLayers = createStore<readonly HTMLElement[]>([])

/** An element has opened over everything else. Answers with the way to take it away again. */
export function enterLayer(element: HTMLElement): () => void {
  modalLayers.set((layers) => [...layers, element])
  return () => modalLayers.set((layers) => layers.filter((layer) => layer !== element))
}
