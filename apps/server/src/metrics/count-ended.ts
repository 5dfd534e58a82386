import type { Channel } from 'node:diagnostics_channel'
import { Counter, type LabelValues, type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'

interface Counted<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: Label[]
  /** All series. Each begins with 0, because the rate of a series that begins with its first event misses this event. */
  readonly series: () => readonly LabelValues<Label>[]
}

/** Counts the messages of a channel, which are the labels of their series, until `app` is closed. */
export function countEnded<Label extends string>(
  app: FastifyInstance,
  registry: Registry,
  channel: Channel,
  { series, ...described }: Counted<Label>,
): void {
  const counter = new Counter<Label>({ ...described, registers: [registry] })
  const count = (message: unknown) => counter.inc(message as LabelValues<Label>)
  channel.subscribe(count)
  // The kinds of objects are known when the application is ready.
  app.addHook('onReady', async () => {
    for (const labels of series()) counter.inc(labels, 0)
  })
  app.addHook('onClose', async () => {
    channel.unsubscribe(count)
  })
}
