import { readListViews, removeListView, saveListView } from '@quatrain/contract/console/list-views.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { loggedInUserOn } from '#request/context/request-context.ts'
import { findAll } from './list-views.repository.ts'
import { removeView, saveView } from './list-views.service.ts'

export async function listViewsRoutes(app: FastifyInstance) {
  serve(app, readListViews, async (ctx, _, { request }) => [...(await findAll(ctx.db, loggedInUserOn(request).id))])
  serve(app, saveListView, (ctx, { body }, { request }) => saveView(ctx, loggedInUserOn(request).id, body))
  serve(app, removeListView, async (ctx, { params }, { request }) => {
    await removeView(ctx, loggedInUserOn(request).id, params.id)
    return {}
  })
}
