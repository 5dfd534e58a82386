import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { type MetricTag, type MetricTagDocument, metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { rollOut } from '#features/roll-out/roll-out.effects.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import { type Done, enqueue } from '#kit/intents/deliveries.ts'
import { memberWords } from '#kit/recording/list-words.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inCatalogue } from '#request/context/context.ts'
import { tagDelivery } from './metric-tags.effects.ts'
import type { StoredTag } from './metric-tags.repository.ts'
import * as repository from './metric-tags.repository.ts'

/** How changes of tags are recorded. */
const recordedTags = recordedKind<typeof metricTags, Pick<MetricTag, 'name' | 'metrics'>>(metricTags, {
  nameOf: ({ name }) => name,
  documentOf: ({ name, metrics }): MetricTagDocument => ({ name, metrics: metrics.map(({ name }) => name) }),
  words: { metrics: memberWords({ one: 'metric template', many: 'metric templates' }) },
})

/** A tag belongs to the current versions of its templates; earlier versions do not change (decision D14). */
export const addMetricTag = (ctx: Context, { name, metrics = [] }: AddInput<typeof metricTags>) =>
  inCatalogue(ctx, async (ctx): Promise<Done<StoredTag & Notices>> => {
    authorize(ctx, 'add', metricTags)
    const { id, members } = await repository.insert(ctx.db, name, metrics)
    return rollOut(
      ctx,
      { taggedTemplates: members.ids },
      {
        apply: () => repository.save(ctx.db, { id, from: name, to: name, members: members.ids, affected: members.ids }),
        async finish() {
          const added = await repository.find(ctx.db, name)
          await record(ctx, [recordedTags.added(id, added)])
          return { saved: { ...added, ...warningOf(members) }, deliveries: await enqueueTags(ctx, members.ids) }
        },
      },
    )
  })

/** Affects added and removed members; a rename affects all members. */
export const changeMetricTag = (ctx: Context, { id, name, metrics }: ChangeInput<typeof metricTags>) =>
  inCatalogue(ctx, async (ctx): Promise<Done<StoredTag & Notices>> => {
    const storedTag = await repository.findForUpdate(ctx.db, { id }, metrics)
    authorizeWrite(ctx, 'change', metricTags, storedTag)
    const { carriers } = storedTag
    const members = metrics ? storedTag.members : { ids: carriers, unknown: [] }
    const affected =
      name === storedTag.name ? inOneOnly(carriers, members.ids) : [...new Set([...carriers, ...members.ids])]
    return rollOut(
      ctx,
      { taggedTemplates: affected },
      {
        apply: () => repository.save(ctx.db, { id, from: storedTag.name, to: name, members: members.ids, affected }),
        async finish() {
          const after = await repository.find(ctx.db, name)
          await record(ctx, [recordedTags.changed(ctx, storedTag, after)])
          return { saved: { ...after, ...warningOf(members) }, deliveries: await enqueueTags(ctx, affected) }
        },
      },
    )
  })

export const deleteMetricTag = (ctx: Context, name: string) =>
  inCatalogue(ctx, async (ctx): Promise<Done<Notices>> => {
    const storedTag = await repository.findForUpdate(ctx.db, { name })
    authorizeWrite(ctx, 'delete', metricTags, storedTag)
    const { id, carriers: affected } = storedTag
    return rollOut(
      ctx,
      { taggedTemplates: affected },
      {
        async apply() {
          await repository.save(ctx.db, { id, from: name, to: name, members: [], affected })
          await repository.remove(ctx.db, storedTag)
        },
        async finish() {
          await record(ctx, [recordedTags.removed(storedTag)])
          return { saved: {}, deliveries: await enqueueTags(ctx, affected) }
        },
      },
    )
  })

/** The Web API stores the tags of templates, so a change of any of them is delivered. */
const enqueueTags = (ctx: Context, affected: readonly number[]) =>
  enqueue(ctx, affected.length === 0 ? [] : [tagDelivery(ctx)])

function inOneOnly(idsA: readonly number[], idsB: readonly number[]): number[] {
  const [setA, setB] = [new Set(idsA), new Set(idsB)]
  return [...idsA.filter((id) => !setB.has(id)), ...idsB.filter((id) => !setA.has(id))]
}

/** Unknown names are ignored with a warning. */
function warningOf({ unknown }: repository.Members): Notices {
  if (unknown.length === 0) return {}
  const [noun, does] = unknown.length === 1 ? ['Metric', 'does'] : ['Metrics', 'do']
  return { warning: `${noun} ${unknown.join(', ')} ${does} not exist.` }
}
