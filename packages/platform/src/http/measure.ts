import { Gauge, type Registry } from '@prometheus-io/client'

interface Measured<Read> {
  readonly name: string
  readonly help: string
  /** The name of a label, whose values are the names in the result of `value`. */
  readonly label?: string
  /** The gauge is absent if it is undefined. */
  readonly value: (read: Read) => number | Readonly<Record<string, number>> | undefined
}

/**
 * Adds gauges whose values come from one query, which runs once for each scrape. If it fails, `failed` is told why and the
 * gauges are absent: without the database, the other metrics are the ones that are needed.
 */
export function measure<Read>(
  registry: Registry,
  read: () => Promise<Read>,
  failed: (error: unknown) => void,
  gauges: readonly Measured<Read>[],
): void {
  let reading: Promise<Read | undefined> = Promise.resolve(undefined)
  for (const [index, { name, help, label, value }] of gauges.entries()) {
    new Gauge<string>({
      name,
      help,
      registers: [registry],
      ...(label !== undefined && { labelNames: [label] }),
      async collect() {
        // Gauges are collected in the order of their registration.
        if (index === 0) {
          reading = read().catch((error: unknown) => {
            failed(error)
            return undefined
          })
        }
        const values = await reading
        const measured = values === undefined ? undefined : value(values)
        this.reset()
        if (measured === undefined) this.remove()
        else if (typeof measured === 'number') this.set(measured)
        else if (label !== undefined)
          for (const [key, number] of Object.entries(measured)) this.set({ [label]: key }, number)
      },
    })
  }
}
