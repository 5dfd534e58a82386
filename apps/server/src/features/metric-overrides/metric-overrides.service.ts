import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { authorize } from '#kit/http/authorize.ts'
import { assertFresh } from '#kit/http/fresh.ts'
import { record } from '#kit/recording/recorder.ts'
import { commentOf } from '#kit/versions/history.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { documentOf, overrideWords } from './metric-override-document.ts'
import * as repository from './metric-overrides.repository.ts'

const { kind } = metricOverrides
const what = 'The metric configuration override'

export function addMetricOverride(ctx: Context, input: AddInput<typeof metricOverrides>) {
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', metricOverrides)
    const added = await repository.insert(ctx.db, input)
    await record(ctx, [{ kind, id: added.id, name: input.name, after: documentOf(input) }])
    return { ...input, ...added }
  })
}

export function changeMetricOverride(ctx: Context, { id, ...input }: ChangeInput<typeof metricOverrides>) {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { id })
    authorize(ctx, 'change', metricOverrides)
    assertFresh(ctx, what, before)
    const { rowVersion } = await repository.update(ctx.db, before, input)
    const [old, now] = [documentOf(before), documentOf(input)]
    const comment = () => commentOf(ctx, old, now, overrideWords)
    const change = { before: old, after: now, rowVersion: before.rowVersion, comment }
    await record(ctx, [{ kind, id, name: input.name, ...change }])
    return { id, ...input, rowVersion }
  })
}

export function deleteMetricOverride(ctx: Context, name: string): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { name })
    authorize(ctx, 'delete', metricOverrides)
    assertFresh(ctx, what, before)
    await repository.remove(ctx.db, before)
    const { id, rowVersion } = before
    await record(ctx, [{ kind, id, name, before: documentOf(before), rowVersion }])
    return {}
  })
}
