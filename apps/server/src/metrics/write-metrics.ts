import type { Channel } from 'node:diagnostics_channel'
import { Counter, type LabelValues, type Registry } from '@prometheus-io/client'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { measure } from '@quatrain/platform/http/measure.ts'
import type { FastifyInstance } from 'fastify'
import { endedMails, mailOutcomes } from '#clients/mail/mailer.ts'
import { endedRecoveries, recoveryOutcomes } from '#kit/intents/recovery.ts'
import { type Recovery, registeredRecovery } from '#kit/kinds/kinds.ts'
import { endedWrites, writeOutcomes } from '#kit/two-stores/two-store-write.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

interface Options {
  /** Spans tenants. */
  readonly db: Db
  now(): Date
}

/** Writes to both stores and mails: how they ended, and which have not ended yet. */
export function measureWrites(app: FastifyInstance, registry: Registry, { db, now }: Options): void {
  const kindsFor = (recipient: Recovery['recipient']) =>
    [...app.kinds.values()].flatMap(({ recoveries }) =>
      [...recoveries].flatMap(([kind, recovery]) => (recovery.recipient === recipient ? [kind] : [])),
    )
  const pairs = <Outcome>(kinds: readonly string[], outcomes: readonly Outcome[]) =>
    kinds.flatMap((kind) => outcomes.map((outcome) => ({ kind, outcome })))
  countEnded(app, registry, endedWrites, {
    name: 'quatrain_two_store_writes_total',
    help: 'Writes to both stores by kind of object and outcome: done, refused, undone, unfinished (recovery ends them)',
    labelNames: ['kind', 'outcome'],
    series: () => pairs(kindsFor('Web API'), writeOutcomes),
  })
  countEnded(app, registry, endedRecoveries, {
    name: 'quatrain_recoveries_total',
    help: 'Attempts to end unfinished writes and to make deliveries, by kind and outcome: done, given up, failed',
    labelNames: ['kind', 'outcome'],
    series: () => pairs([...kindsFor('Web API'), ...kindsFor('submitter')], recoveryOutcomes),
  })
  countEnded(app, registry, endedMails, {
    name: 'quatrain_mails_total',
    help: 'Attempts to send a mail by outcome: sent, refused (for good), failed (the mail server was unreachable or busy)',
    labelNames: ['outcome'],
    series: () => mailOutcomes.map((outcome) => ({ outcome })),
  })
  const read = async () => {
    const rows = await unfinishedByKind(db, now())
    const writesOf = (recipient: Recovery['recipient']) => {
      const rowsOfRecipient = rows.filter(
        ({ kind }) => (registeredRecovery(app.kinds, kind)?.recipient ?? 'Web API') === recipient,
      )
      const count = rowsOfRecipient.reduce((sum, { count }) => sum + count, 0)
      return { count, age: Math.max(0, ...rowsOfRecipient.map(({ age }) => age)) }
    }
    return { writes: writesOf('Web API'), mails: writesOf('submitter') }
  }
  measure(registry, read, (error) => app.log.warn(error, 'unfinished writes could not be counted'), [
    {
      name: 'quatrain_unfinished_writes',
      help: 'Writes to both stores, and deliveries to the Web API, that have not ended, of all tenants and processes',
      value: ({ writes }) => writes.count,
    },
    {
      name: 'quatrain_oldest_unfinished_write_seconds',
      help: 'Age of the oldest of them; 0 without one',
      value: ({ writes }) => writes.age,
    },
    {
      name: 'quatrain_waiting_mails',
      help: 'Mails that have not been sent yet, of all tenants and processes',
      value: ({ mails }) => mails.count,
    },
    {
      name: 'quatrain_oldest_waiting_mail_seconds',
      help: 'Age of the oldest of them; 0 without one',
      value: ({ mails }) => mails.age,
    },
  ])
}

interface Unfinished {
  readonly kind: string
  readonly count: number
  /** Seconds since the oldest one began. */
  readonly age: number
}

const unfinishedByKind = (db: Db, now: Date) =>
  rowsIn(db)<Unfinished>`
    select kind, count(*)::integer as count,
      greatest(extract(epoch from ${now}::timestamptz - min(opened_at)), 0)::float8 as age
    from intents group by kind`

interface Counted<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: Label[]
  /** All series. Each begins with 0, because the rate of a series that begins with its first event misses this event. */
  readonly series: () => readonly LabelValues<Label>[]
}

/** Counts the messages of a channel, which are the labels of their series, until `app` is closed. */
function countEnded<Label extends string>(
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
