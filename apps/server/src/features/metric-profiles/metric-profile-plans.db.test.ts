import { databases } from '@quatrain/platform/testing/databases.ts'
import { rowsOfKeptPlans } from '@quatrain/platform/testing/rows-of-plan.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncMetrics } from '#features/metrics/metrics.effects.ts'
import { lackingAmong } from '#features/metrics/metrics.reads.ts'
import { inTransaction } from '#request/context/context.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { unknownAmong } from './metric-profiles.kind.ts'

/** Templates of a large catalogue. */
const many = 6_000

describe.each(databases)('a save of a metric profile on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const { owner } = server
    await sql`
      insert into metric_templates (name) select 'large.' || number from generate_series(1, ${many}::integer) as number
    `.execute(owner)
    await sql`
      insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent, probeexecutable,
        config, attribute, dependency, flags, parameter, author, created_at, version_comment)
      select template.id, sample.probe_version_id, template.name, sample.mtype, sample.tags, '', '', sample.probeexecutable,
        sample.config, sample.attribute, sample.dependency, sample.flags, sample.parameter, '', now(), ''
      from metric_templates as template, metric_template_versions as sample
      where template.name like 'large.%' and sample.name = 'web.tls'
    `.execute(owner)
    await sql`
      update metric_templates as template set current_version_id = version.id from metric_template_versions as version
      where version.template_id = template.id and template.name like 'large.%'
    `.execute(owner)
    for (const table of ['metric_templates', 'metric_template_versions']) {
      await sql`analyze ${sql.table(table)}`.execute(owner)
    }
  })
  afterAll(() => server.close())

  const handledBy = async (contained: readonly string[]) =>
    inTransaction(await server.context('NORTH'), (ctx) =>
      rowsOfKeptPlans(ctx.db, async (db) => {
        await sql`select ${unknownAmong(contained)}, ${lackingAmong(contained)}`.execute(db)
        await syncMetrics({ ...ctx, db }, { contained, dropped: ['web.tls'] })
      }),
    )
  const kept = ['web.http', 'disk', 'passive']

  test.each([
    ['has', kept],
    ['imports', [...kept, 'large.1', 'large.2', 'large.3']],
  ])('reads the templates of the metrics that the tenant %s, and not the catalogue', async (_, contained) => {
    const handled = await handledBy(contained)
    expect(handled).toHaveLength(2)
    expect(Math.max(...handled)).toBeLessThan(many / 4)
  })

  test('handles each of many metrics that it imports a few times', async () => {
    const handled = await handledBy(Array.from({ length: many / 4 }, (_, at) => `large.${at + 1}`))
    expect(Math.max(...handled)).toBeLessThan(20 * many)
  })
})
