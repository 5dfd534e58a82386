import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context.ts'
import * as repository from './metric-overrides.repository.ts'
import { overrideWords } from './override-words.ts'

const recorded = recordedKind(metricOverrides, { nameOf: ({ name }) => name, words: overrideWords })

export function addMetricOverride(ctx: Context, input: AddInput<typeof metricOverrides>) {
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', metricOverrides)
    const added = await repository.insert(ctx.db, input)
    await record(ctx, [recorded.added(added.id, input)])
    return { ...input, ...added }
  })
}

export function changeMetricOverride(ctx: Context, { id, ...input }: ChangeInput<typeof metricOverrides>) {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { id })
    authorizeWrite(ctx, 'change', metricOverrides, before)
    const { rowVersion } = await repository.update(ctx.db, before, input)
    await record(ctx, [recorded.changed(ctx, before, input)])
    return { id, ...input, rowVersion }
  })
}

export function deleteMetricOverride(ctx: Context, name: string): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { name })
    authorizeWrite(ctx, 'delete', metricOverrides, before)
    await repository.remove(ctx.db, before)
    await record(ctx, [recorded.removed(before)])
    return {}
  })
}
