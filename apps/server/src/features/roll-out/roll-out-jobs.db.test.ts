import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endSabotage, sabotage } from '#test/sabotage.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { countJobs } from './roll-out.reads.ts'

// Roll-outs by jobs: what a tenant has is what the changes up to its position give, whatever happens in between.

const tenants = ['NORTH', 'SOUTH'] as const
type TenantName = (typeof tenants)[number]
const templates = ['disk', 'self.check', 'web.tls'] as const

interface Pair {
  readonly key: string
  readonly value: string
}
interface Content {
  readonly name: string
  readonly description: string
  readonly config: readonly Pair[]
}
const ownKeys = ['timeout', 'interval', 'extra'] as const

interface ModelJob {
  readonly at: number
  /** What the tenant sees of the template before it and after it. */
  was?: Content
  content: Content
  state: 'waiting' | 'paused' | 'reverted'
  /** The values of the metric before the last step of the job, if that removed keys. */
  kept: ReadonlyMap<string, string>
}

/** What a tenant has, the changes that wait for it, and those that it has followed. */
class ModelTenant {
  readonly seen: Content[]
  readonly queue: ModelJob[] = []
  readonly followed: ModelJob[] = []
  readonly metrics = new Map<number, readonly Pair[]>()
  constructor(catalogue: readonly Content[]) {
    this.seen = [...catalogue]
  }
  change(at: number, content: Content): void {
    if (this.metrics.has(at) || this.queue.some((job) => job.at === at)) {
      this.queue.push({ at, content, state: 'waiting', kept: new Map() })
    } else this.seen[at] = content
  }
  run(): void {
    while (this.queue[0]?.state === 'waiting') {
      const [job] = this.queue.splice(0, 1)
      if (!job) return
      job.was = this.seen[job.at]
      this.step(job, job.content)
      this.followed.push(job)
    }
  }
  /** Back to before the last change that it has followed; whether there is one. */
  revert(): boolean {
    const job = this.followed.pop()
    if (!job?.was) return false
    job.content = this.seen[job.at] ?? job.content
    job.state = 'reverted'
    this.step(job, job.was)
    this.queue.unshift(job)
    return true
  }
  delete(at: number): void {
    this.metrics.delete(at)
    for (const job of [...this.queue, ...this.followed]) if (job.at === at) job.kept = new Map()
  }
  private step(job: ModelJob, content: Content): void {
    const own = this.metrics.get(job.at)
    this.seen[job.at] = content
    if (!own) return
    const values = new Map(own.map(({ key, value }) => [key, value]))
    const next = content.config.map(({ key, value }) => ({
      key,
      value: key === 'path' ? value : (values.get(key) ?? job.kept.get(key) ?? value),
    }))
    if (own.some(({ key }) => next.every((pair) => pair.key !== key))) job.kept = values
    this.metrics.set(job.at, next)
  }
  /** As the list of metrics has them. */
  list() {
    const listed = [...this.metrics].flatMap(([at, config]) => {
      const seen = this.seen[at]
      return seen ? [{ name: seen.name, description: seen.description, config }] : []
    })
    return listed.sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}

const place = fc.nat(templates.length - 1)
const tenant = fc.constantFrom(...tenants)
const step = fc.oneof(
  fc.record({
    act: fc.constant('change' as const),
    at: place,
    isRenamed: fc.boolean(),
    keys: fc.subarray([...ownKeys]),
  }),
  fc.record({ act: fc.constant('save' as const), at: place, tenant }),
  fc.record({ act: fc.constantFrom('import' as const, 'delete' as const), at: place, tenant }),
  fc.record({
    act: fc.constantFrom('pause' as const, 'resume' as const, 'revert' as const, 'forward' as const),
    tenant,
  }),
  fc.record({ act: fc.constant('run' as const) }),
)

describe.each(databases)('jobs of roll-outs, on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let clients: Readonly<Record<TenantName, Client>>
  let round = 0
  beforeAll(async () => {
    server = await startTestApp(kind, { tenantsAtOnce: 0 })
    admin = await server.as('admin', 'super.test')
    clients = { NORTH: await server.as('admin'), SOUTH: await server.as('admin', 'south.test') }
  })
  afterAll(() => server.close())

  async function sent(client: Client, method: string, path: string, body?: unknown) {
    const answer = await client.send(method, path, body, whatever)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const owner = (statement: ReturnType<typeof sql>) => statement.execute(server.owner)
  const setState = (name: TenantName, from: string, to: string) =>
    owner(sql`
    update roll_out_jobs set state = ${to} where state = ${from}
      and tenant_id = (select id from tenants where name = ${name})`)
  const metricsOf = async (name: TenantName) =>
    (await clients[name].send('GET', 'metric')).body.map(({ name, description, config }: Content) => ({
      name,
      description,
      config,
    }))
  async function contentOf(name: string): Promise<Content> {
    const { body } = await admin.send('GET', `metrictemplates/${name}`)
    return { name, description: body.description, config: body.config }
  }
  async function changeTemplate(name: string, changes: object, query = '') {
    const { package: _, ...template } = (await admin.send('GET', `metrictemplates/${name}`)).body
    return sent(admin, 'PUT', `metrictemplates${query}`, { ...template, ...changes })
  }

  const lastJob = async (name: TenantName, isDone: boolean) => {
    const { rows } = await sql<{ id: number }>`
      select max(roll_out_id) as id from roll_out_jobs as job join tenants as tenant on tenant.id = job.tenant_id
      where tenant.name = ${name} and (job.state = 'done') = ${isDone}`.execute(server.owner)
    return rows[0]?.id
  }
  /** Only what waits now is paused: later jobs wait for the oldest. */
  async function actOn(act: 'pause' | 'resume' | 'revert' | 'forward', name: TenantName, known: ModelTenant) {
    const [from, to] = act === 'pause' ? (['waiting', 'paused'] as const) : (['paused', 'waiting'] as const)
    if (act === 'revert') {
      if (!known.revert()) return
      const id = await lastJob(name, true)
      await sent(admin, 'POST', `rollouts/${id}/revert`, { tenant: name })
    } else if (act === 'forward') {
      if (known.queue.length === 0) return
      await sent(admin, 'POST', `rollouts/${await lastJob(name, false)}/jobs`, { tenants: [name], action: 'run' })
      for (const job of known.queue) job.state = 'waiting'
    } else {
      await setState(name, from, to)
      for (const job of known.queue) if (job.state === from) job.state = to
    }
  }

  test('at random: a tenant has what the changes up to its position give', async () => {
    let names: string[] = [...templates]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        await owner(sql`update roll_out_jobs set state = 'waiting' where state in ('paused', 'reverted')`)
        await server.runRollOuts()
        const catalogue = await Promise.all(names.map(contentOf))
        const model = Object.fromEntries(tenants.map((name) => [name, new ModelTenant(catalogue)]))
        const of = (name: TenantName): ModelTenant => model[name] ?? new ModelTenant(catalogue)
        for (const name of tenants) {
          const listed: Content[] = await metricsOf(name)
          for (const { name: metric, config } of listed) of(name).metrics.set(names.indexOf(metric), config)
        }
        for (const given of steps) {
          round += 1
          if (given.act === 'run') {
            await server.runRollOuts()
            for (const name of tenants) of(name).run()
          } else if (given.act === 'change') {
            const { at, isRenamed, keys } = given
            const was = names[at] ?? ''
            const path = { key: 'path', value: `/at/${round}` }
            const config = [
              { key: 'timeout', value: `${round}` },
              path,
              ...keys.filter((key) => key !== 'timeout').map((key) => ({ key, value: `${round}` })),
            ]
            const content = { name: isRenamed ? `template-${at}-${round}` : was, description: `Round ${round}`, config }
            await changeTemplate(was, content)
            names = names.with(at, content.name)
            for (const name of tenants) of(name).change(at, content)
          } else if (!('at' in given)) {
            await actOn(given.act, given.tenant, of(given.tenant))
          } else {
            const { act, at } = given
            const [client, known] = [clients[given.tenant], of(given.tenant)]
            const name = known.seen[at]?.name ?? ''
            const own = known.metrics.get(at)
            if (act === 'import' && !own) {
              await sent(client, 'POST', 'importmetrics', { metrictemplates: [name] })
              known.metrics.set(at, known.seen[at]?.config ?? [])
            } else if (act === 'delete' && own) {
              await sent(client, 'DELETE', `metric/${name}`)
              known.delete(at)
            } else if (act === 'save' && own) {
              const config = own.map(({ key, value }) => ({
                key,
                value: key === 'timeout' ? `${10_000 + round}` : value,
              }))
              await sent(client, 'PUT', 'metric', { name, group: 'operations', config })
              known.metrics.set(at, config)
            }
          }
          for (const name of tenants) expect(await metricsOf(name), `${given.act} ${name}`).toEqual(of(name).list())
        }
      }),
      { numRuns: isFullRun ? 10 : 4 },
    )
  })

  describe('with a metric in both tenants', () => {
    let name: string
    beforeEach(async () => {
      await owner(
        sql`update roll_out_jobs set state = 'waiting', due = now() - interval '100 years' where state <> 'done'`,
      )
      await server.runRollOuts()
      name = (await admin.send('GET', 'metrictemplates')).body.find(({ id }: { id: number }) => id === 4).name
      for (const tenant of tenants) {
        const has = (await metricsOf(tenant)).some((metric: Content) => metric.name === name)
        if (!has) await sent(clients[tenant], 'POST', 'importmetrics', { metrictemplates: [name] })
      }
    })

    test('a dry run counts the metrics of each tenant, and its digest covers what follows later', async () => {
      round += 1
      const changes = { description: `Round ${round}` }
      const { preview, groups } = await changeTemplate(name, changes, '?dry_run=true')
      expect(groups).toEqual([
        { tenant: 'all', kind: 'metrictemplate', action: 'change', count: 1, next: null },
        { tenant: 'NORTH', kind: 'metric', action: 'change', count: 1, next: null, later: true },
        { tenant: 'SOUTH', kind: 'metric', action: 'change', count: 1, next: null, later: true },
      ])
      await sent(clients.SOUTH, 'DELETE', `metric/${name}`)
      const { package: _, ...template } = (await admin.send('GET', `metrictemplates/${name}`)).body
      const refused = await admin.send(
        'PUT',
        'metrictemplates',
        { ...template, ...changes },
        { 'if-match': '*', 'if-preview-match': preview },
      )
      expect(refused.status).toBe(412)
      expect((await owner(sql`select from roll_out_jobs where state <> 'done'`)).rows).toEqual([])
    })

    test('a name that the tenant has meanwhile is refused in words, and tried again on request', async () => {
      round += 1
      await changeTemplate(name, { name: `taken-${round}` })
      // Another template's earlier version has the name.
      await owner(sql`
        with other as (
          update metric_template_versions set name = ${`taken-${round}`} where name = 'old.name' returning id, template_id
        )
        insert into metrics (tenant_id, template_id, template_version_id)
        select tenant.id, other.template_id, other.id from other, tenants as tenant where tenant.name = 'NORTH'`)
      expect(await server.runRollOuts()).toBe(2)
      const { rows } = await owner(sql`
        select tenant.name, job.state, job.last_error as reason from roll_out_jobs as job
        join tenants as tenant on tenant.id = job.tenant_id
        where job.roll_out_id = (select max(id) from roll_outs) order by tenant.name`)
      const reason = 'A metric of this name, made from another metric template, is there already in: NORTH.'
      expect(rows).toEqual([
        { name: 'NORTH', state: 'refused', reason },
        { name: 'SOUTH', state: 'done', reason: '' },
      ])
      expect((await metricsOf('NORTH')).map((metric: Content) => metric.name)).toContain(name)
      await owner(sql`delete from metrics where template_version_id in (
        select id from metric_template_versions where name = ${`taken-${round}`} and template_id <> 4)`)
      await setState('NORTH', 'refused', 'waiting')
      expect(await server.runRollOuts()).toBe(1)
      expect((await metricsOf('NORTH')).map((metric: Content) => metric.name)).toContain(`taken-${round}`)
    })

    test('superusers see, pause, defer and run the jobs, and each action is in the activity log', async () => {
      round += 1
      await changeTemplate(name, { description: `Round ${round}` })
      const [{ id, actor, templates: changed, jobs }] = await sent(admin, 'GET', 'rollouts')
      expect({ actor, changed, jobs }).toEqual({
        actor: 'admin',
        changed: [name],
        jobs: { waiting: 2, paused: 0, refused: 0, reverted: 0, done: 0 },
      })
      const act = (body: object) => sent(admin, 'POST', `rollouts/${id}/jobs`, body)
      const due = '2040-01-01T00:00:00.000Z'
      expect(await act({ tenants: ['NORTH', 'all'], action: 'pause' })).toEqual({ tenants: ['NORTH'] })
      expect(await act({ tenants: ['SOUTH'], action: 'defer', due })).toEqual({ tenants: ['SOUTH'] })
      expect(await server.runRollOuts()).toBe(0)
      const counts = await countJobs(server.tenancy.everyTenant, server.clock.now())
      expect(counts).toEqual({ waiting: 0, deferred: 1, paused: 1, refused: 0, reverted: 0, done: 0, oldest: 0 })
      const read = await sent(admin, 'GET', `rollouts/${id}`)
      expect(read.tenants.map(({ tenant, state }: { tenant: string; state: string }) => [tenant, state])).toEqual([
        ['NORTH', 'paused'],
        ['SOUTH', 'waiting'],
      ])
      expect(read.tenants[1].due).toBe(due)
      await act({ tenants: ['NORTH'], action: 'run' })
      expect(await server.runRollOuts()).toBe(1)
      expect(await countJobs(server.tenancy.everyTenant, server.clock.now())).toMatchObject({ deferred: 1, done: 1 })
      // The earlier jobs of a tenant run with a later one.
      round += 1
      await changeTemplate(name, { description: `Round ${round}` })
      await sent(admin, 'POST', `rollouts/${id + 1}/jobs`, { tenants: [...tenants], action: 'run' })
      expect(await server.runRollOuts()).toBe(3)
      expect(await act({ tenants: [...tenants], action: 'pause' })).toEqual({ tenants: [] })
      // A roll-out that every tenant has followed is not counted any more.
      expect(await countJobs(server.tenancy.everyTenant, server.clock.now())).toMatchObject({ waiting: 0, done: 0 })
      const { rows } = await owner(sql`
        select object_name as name, after from activity where kind = 'rollout' order by number desc limit 5`)
      expect(rows).toEqual([
        { name: `Roll-out ${id + 1} in SOUTH`, after: { action: 'run' } },
        { name: `Roll-out ${id + 1} in NORTH`, after: { action: 'run' } },
        { name: `Roll-out ${id} in NORTH`, after: { action: 'run' } },
        { name: `Roll-out ${id} in SOUTH`, after: { action: 'defer', due } },
        { name: `Roll-out ${id} in NORTH`, after: { action: 'pause' } },
      ])
      const refused = await admin.send('POST', `rollouts/${id}/jobs`, { tenants: ['NORTH'], action: 'defer' })
      expect([refused.status, refused.body.fields]).toEqual([400, { due: 'Required to defer, and only then' }])
      expect((await admin.send('GET', 'rollouts/999999')).status).toBe(404)
    })

    test('a job that fails again and again is overdue since its first attempt', async () => {
      round += 1
      await changeTemplate(name, { description: `Round ${round}` })
      const oldest = async () => (await countJobs(server.tenancy.everyTenant, server.clock.now())).oldest
      await sabotage(server, ['roll_out_jobs'], "if new.state = 'done' then raise exception 'No.'; end if")
      for (const pause of [5, 10, 20]) {
        await server.runRollOuts()
        server.clock.pass(pause)
      }
      expect(await oldest()).toBeCloseTo(35, 0)
      await endSabotage(server)
      const [{ id }] = await sent(admin, 'GET', 'rollouts')
      const due = new Date(server.clock.now().getTime() + 60_000).toISOString()
      await sent(admin, 'POST', `rollouts/${id}/jobs`, { tenants: [...tenants], action: 'defer', due })
      expect(await oldest()).toBe(0)
      server.clock.pass(60)
      expect(await server.runRollOuts()).toBe(2)
    })

    test('a tenant that is deleted takes its jobs with it', async () => {
      round += 1
      await changeTemplate(name, { description: `Round ${round}` })
      await owner(sql`insert into tenants (name, schema_name, domain_url) values ('BRIEF', 'brief', 'brief.test')`)
      await owner(sql`
        insert into roll_out_jobs (tenant_id, roll_out_id, due)
        select tenant.id, (select max(id) from roll_outs), now() from tenants as tenant where tenant.name = 'BRIEF'`)
      await sent(admin, 'DELETE', 'tenants/BRIEF')
      expect(await server.runRollOuts()).toBe(2)
    })

    // The embedded database has one session.
    test.runIf(kind.name !== 'PGlite')(
      'a save waits neither for a job of another tenant nor for the change',
      async () => {
        const hold = async (statement: ReturnType<typeof sql>, work: () => Promise<void>) =>
          server.tenancy.everyTenant.transaction().execute(async (db) => {
            await statement.execute(db)
            await work()
          })
        const saveIn = async (tenant: TenantName) => {
          round += 1
          const metric = (await clients[tenant].send('GET', `metric/${name}`)).body
          await sent(clients[tenant], 'PUT', 'metric', { name, group: metric.group, config: metric.config })
        }
        const lockOf = (tenant: TenantName) => sql`
        select pg_advisory_xact_lock(hashtext('metric profiles'), id) from tenants where name = ${tenant}`
        // As a job of NORTH does.
        await hold(lockOf('NORTH'), () => saveIn('SOUTH'))
        // The change takes no lock of these tenants: it is made while both are held.
        await hold(
          sql`select pg_advisory_xact_lock(hashtext('metric profiles'), id) from tenants where name in ('NORTH', 'SOUTH')`,
          async () => {
            round += 1
            await changeTemplate(name, { description: `Round ${round}` })
          },
        )
        // And while it is planned and not committed, they save.
        await hold(sql`select pg_advisory_xact_lock(hashtext('metric templates'), 0)`, async () => {
          await saveIn('NORTH')
          await saveIn('SOUTH')
        })
      },
    )

    test.runIf(kind.name !== 'PGlite')(
      'two processes run different jobs, and one that dies leaves its job',
      async () => {
        round += 1
        await changeTemplate(name, { description: `Round ${round}` })
        await server.tenancy.everyTenant.transaction().execute(async (db) => {
          const { rows } = await sql`
          select from roll_out_jobs as job join tenants as tenant on tenant.id = job.tenant_id
          where job.state = 'waiting' and tenant.name = 'NORTH' for update of job`.execute(db)
          expect(rows).toHaveLength(1)
          expect(await server.runRollOuts()).toBe(1)
        })
        expect((await metricsOf('NORTH')).find((metric: Content) => metric.name === name)?.description).not.toBe(
          `Round ${round}`,
        )
        expect(await server.runRollOuts()).toBe(1)
        expect((await metricsOf('NORTH')).find((metric: Content) => metric.name === name)?.description).toBe(
          `Round ${round}`,
        )
      },
    )
  })
})
