import { threadTimeOf } from './thread-time.ts'

// Loaded into a process before its program, to measure the program's thread for whoever started it.

let end = () => {}

process.on('message', (wish: 'begin' | 'end') => {
  if (wish === 'end') return end()
  const { promise, resolve } = Promise.withResolvers<void>()
  end = resolve
  void threadTimeOf(() => promise).then((time) => process.send?.(time))
  process.send?.('begun')
})
