import { threadTimeOf } from './thread-time.ts'

// Preloaded into a process to measure the CPU time of its main thread for its parent.

let end = () => {}

process.on('message', (wish: 'begin' | 'end') => {
  if (wish === 'end') return end()
  const { promise, resolve } = Promise.withResolvers<void>()
  end = resolve
  void threadTimeOf(() => promise).then((time) => process.send?.(time))
  process.send?.('begun')
})
