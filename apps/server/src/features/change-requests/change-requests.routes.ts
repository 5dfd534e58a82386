import {
  actOnChangeRequest,
  addChangeRequest,
  changeChangeRequest,
  invertChanges,
  listChangeRequests,
  previewChangeRequest,
  previewWrites,
  readChangeRequest,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { changeChangeRule, changeRules, readChangeRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { isWaitingFor } from '@quatrain/contract/change-requests/request-steps.ts'
import type { FastifyInstance } from 'fastify'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import type { Deliver } from '#kit/intents/deliveries.ts'
import { registeredKind, visibleKinds } from '#kit/kinds/kinds.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { apply, schedule, takeBack } from './apply-requests.ts'
import { findAll } from './change-requests.repository.ts'
import * as service from './change-requests.service.ts'
import { changeRuleWithHistory, setChangeRule } from './change-rule.service.ts'

interface Dependencies {
  readonly deliver: Deliver
  readonly tenancy: Tenancy
  readonly topology: TopologyReads
}

export async function changeRequestsRoutes(app: FastifyInstance, { deliver, tenancy, topology }: Dependencies) {
  const { kinds } = app
  serve(app, listChangeRequests, async (ctx, { query: { kind, name } }) => {
    const object = kind !== undefined && name !== undefined ? { kind, name } : undefined
    const requests = await findAll(ctx.db, { visibleKinds: visibleKinds(kinds, ctx), object })
    return requests.map((request) => ({ ...request, waits: isWaitingFor(ctx.caller.user, request) }))
  })
  serve(app, readChangeRequest, (ctx, { params: { id } }) => service.find(ctx, kinds, id))
  serve(app, addChangeRequest, (ctx, { body }) => service.prepareRequest(ctx, kinds, body))
  serve(app, invertChanges, (ctx, { body }) => service.prepareInverse(ctx, kinds, body))
  serve(app, changeChangeRequest, (ctx, { params: { id }, body }) => service.editRequest(ctx, kinds, id, body))
  const sources = { kinds, tenancy, topology }
  serve(app, previewChangeRequest, (ctx, { params: { id } }) => service.preview(ctx, sources, id))
  serve(app, previewWrites, (ctx, { body: { writes } }) => service.previewOfWrites(ctx, sources, writes))
  serve(app, actOnChangeRequest, (ctx, { params: { id }, body: { action, ...message } }) =>
    action === 'take-back'
      ? takeBack(ctx, { kinds, deliver, log: app.log }, id, message.text)
      : service.act(ctx, kinds, id, { action, ...message }),
  )
  serve(app, settleChangeRequest, (ctx, { params: { id }, body }) => {
    const { action, at = '', confirm_within: confirmWithin, effects, text } = body
    const settled = { effects, text, confirmWithin }
    if (action === 'approve') return service.approve(ctx, kinds, id, settled)
    if (action === 'schedule') return schedule(ctx, kinds, id, { ...settled, at })
    return apply(ctx, { kinds, deliver }, id, settled)
  })
  registeredKind(app, changeRules)
  serve(app, readChangeRule, changeRuleWithHistory)
  serve(app, changeChangeRule, (ctx, { body }) => setChangeRule(ctx, kinds, body))
}
