// Prometheus and Alertmanager of Debian watch a running installation with the files of deploy/prometheus, and each fault has to arrive as a
// mail. Only addresses differ, and the time for which a fault has to last is seconds: see docs/monitoring.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { blankUser } from '@quatrain/contract/resources/user.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { startMailServer, unquoted } from '@quatrain/server/test/mail-server.ts'
import { api, ask, askSuccessfully, read, signIn } from '../client.ts'
import { metricName, secret, superTenant, superuser } from '../data.ts'
import { addProfile, pairsOf } from '../parts/saves.ts'
import {
  answersAt,
  createFilled,
  quatrain,
  run,
  startCluster,
  startCommand,
  startProgram,
  webApiAs,
} from '../programs.ts'
import { filling } from './load.ts'
import { step, untilFound } from './report.ts'

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const manual = fileOf('docs/monitoring.md')
const tenant = 'ALPHA'

interface Alert {
  readonly state: 'pending' | 'firing'
  readonly labels: { readonly alertname: string }
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>
}

/** Starts both programs, with the mails for operators. Returns the alerts as Prometheus has them. */
async function watch(folder: string, ports: Readonly<Record<'9464' | '9465', number>>, mailServer: string) {
  const portOf = { ...ports, 9093: await freePort(), 25: Number(new URL(mailServer).port) }
  const ownPort = await freePort()
  for (const name of ['alerts.yaml', 'prometheus.yml', 'alertmanager.yml']) {
    const text = fileOf(`deploy/prometheus/${name}`)
      .replaceAll(/127\.0\.0\.1:(\d+)/g, (_, port: keyof typeof portOf) => `127.0.0.1:${portOf[port]}`)
      .replaceAll(/(for|scrape_interval|evaluation_interval|group_wait|group_interval): \d+[smh]/g, '$1: 1s')
    writeFileSync(join(folder, name), text)
  }
  const [manager, prometheus] = [`127.0.0.1:${portOf[9093]}`, `127.0.0.1:${ownPort}`]
  const alertmanager = await startCommand(
    [
      'prometheus-alertmanager',
      `--config.file=${folder}/alertmanager.yml`,
      `--storage.path=${folder}/alertmanager`,
    ].concat(`--web.listen-address=${manager}`, '--cluster.listen-address='),
    answersAt(`http://${manager}/-/ready`),
  )
  const watching = await startCommand(
    ['prometheus', `--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`].concat(
      `--web.listen-address=${prometheus}`,
    ),
    answersAt(`http://${prometheus}/-/ready`),
  )
  return {
    answer: (path: string) => read({ url: `http://${prometheus}` }, `/api/v1/${path}`).then(({ data }) => data),
    stop: () => watching.stop().finally(alertmanager.stop),
  }
}

export async function rehearseAlerts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-alerts-'))
  const [operators, refusing] = [await startMailServer(), await startMailServer()]
  const cluster = await startCluster()
  try {
    const { url } = await createFilled(cluster, filling)
    const ports = { 9464: await freePort(), 9465: await freePort() }
    const startWebApi = (port: number) =>
      startProgram(
        'start:webapi',
        { QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_METRICS_PORT: `${ports[9465]}` },
        port,
      )
    const webApiPort = await freePort()
    let webApi = await startWebApi(webApiPort)
    const settings = {
      QUATRAIN_DATABASE_URL: url,
      QUATRAIN_WEBAPI_URL: webApi.url,
      QUATRAIN_SECRET: secret,
      QUATRAIN_TLS: 'off',
      QUATRAIN_METRICS_PORT: `${ports[9464]}`,
      QUATRAIN_SMTP_URL: refusing.url,
      QUATRAIN_MAIL_FROM: 'quatrain@example.org',
      // What is due is found within a second.
      QUATRAIN_HOUSEKEEPING_SECONDS: '1',
      QUATRAIN_TENANTS_AT_ONCE: '0',
    }
    const application = await startProgram('start', settings, await freePort())
    const backUp = (name: string) => quatrain(['backup', 'create', join(folder, name)], url)
    await backUp('first.tar.zst')
    const { answer, stop } = await watch(folder, ports, operators.url)
    const { member } = await signIn(application.url, tenant)

    /** The mail about an alert, which has its sentences as Prometheus made them and leads to a section that exists. */
    const mailAbout = async (name: string, status: 'firing' | 'resolved') => {
      const beginning = `[${status}] ${name}: `
      const mail = await untilFound(`a mail ${beginning}`, async () =>
        operators.received.find(({ headers }) => headers.subject?.startsWith(beginning)),
      )
      const text = unquoted(mail.text)
      const { alerts }: { alerts: Alert[] } = await answer('alerts')
      const alert = alerts.find(({ labels }) => labels.alertname === name)
      for (const sentence of Object.values(status === 'firing' ? (alert?.annotations ?? { none: 'no alert' }) : {}))
        if (!text.includes(sentence)) throw new Error(`The mail about ${name} lacks "${sentence}": ${text}`)
      const [, section] = /monitoring\.md#(\w+)/.exec(text) ?? []
      if (!new RegExp(`^### ${section}$`, 'im').test(manual)) throw new Error(`There is no section ${section}.`)
      return mail.headers.subject
    }
    /** A fault whose mails have to arrive. `mend` ends it; only the mails of alerts of `ending` are awaited then. */
    const raise = (
      title: string,
      fault: () => Promise<unknown>,
      names: readonly string[],
      mend: () => Promise<unknown> = async () => {},
      ending: readonly string[] = [],
    ) =>
      step(title, async () => {
        operators.received.length = 0
        const subjects: (string | undefined)[] = []
        try {
          await fault()
          for (const name of names) subjects.push(await mailAbout(name, 'firing'))
        } finally {
          await mend()
        }
        for (const name of ending) subjects.push(await mailAbout(name, 'resolved'))
        return subjects.join('; ')
      })
    const aDayPasses = () =>
      run(url, `update console.store_comparisons set compared_at = compared_at - interval '25 hours'`)

    await step('a healthy installation', async () => {
      const startedAt = Date.now()
      await untilFound('thirty evaluations of the rules', async () => {
        const { groups } = await answer('rules')
        return (
          groups.every((group: { lastEvaluation: string }) => Date.parse(group.lastEvaluation) > startedAt + 30_000) ||
          undefined
        )
      })
      const { alerts }: { alerts: Alert[] } = await answer('alerts')
      if (alerts.length + operators.received.length > 0) throw new Error(JSON.stringify(alerts))
      return 'no alert'
    })

    let isAway = true
    await raise(
      'the Web API is away',
      async () => {
        await webApi.kill()
        const save = () => addProfile(member, 'metricprofiles', 'LOST', { groupname: tenant, services: pairsOf(1) })
        void (async () => {
          for (; isAway; await setTimeout(200)) await save().catch(() => {})
        })()
      },
      ['QuatrainDown', 'QuatrainWebApiFails'],
      async () => {
        isAway = false
        webApi = await startWebApi(webApiPort)
      },
      ['QuatrainDown'],
    )

    const differing = `${api}/differences/metricprofiles`
    let apiid = ''
    await raise(
      'the stores differ',
      async () => {
        apiid = (await addProfile(member, 'metricprofiles', 'DIFFERENT', { groupname: tenant, services: pairsOf(1) }))
          .apiid
        await askSuccessfully(webApiAs(webApi, tenant), 'DELETE', `/api/v2/metric_profiles/${apiid}`)
        await aDayPasses()
      },
      ['QuatrainDifferences'],
      async () => {
        const { headers } = await askSuccessfully(member, 'GET', `${differing}/${apiid}`)
        await askSuccessfully(member, 'POST', `${differing}/send`, {
          body: { apiid },
          headers: { 'if-match': String(headers.etag) },
        })
        await aDayPasses()
      },
      ['QuatrainDifferences'],
    )

    await raise(
      'the last backup is 31 hours old',
      () => run(url, `update console.verified_backups set created_at = created_at - interval '31 hours'`),
      ['QuatrainBackup'],
      () => backUp('second.tar.zst'),
      ['QuatrainBackup'],
    )

    await raise(
      'jobs of a roll-out fail for 16 minutes',
      async () => {
        await run(
          url,
          `create function console.sabotage() returns trigger language plpgsql as $$ begin
             if new.state = 'done' then raise exception 'No.'; end if; return new; end $$;
           create trigger sabotage before update on console.roll_out_jobs for each row execute function console.sabotage()`,
        )
        const { member: editor } = await signIn(application.url, superTenant)
        const { headers, body } = await askSuccessfully(editor, 'GET', `${api}/metrictemplates/${metricName(1)}`)
        const { package: _, ...template } = JSON.parse(body.toString())
        await askSuccessfully(editor, 'PUT', `${api}/metrictemplates`, {
          body: { ...template, description: 'Changed.' },
          headers: { 'if-match': String(headers.etag) },
        })
        await untilFound(
          'a failed job',
          async () => (await run(url, 'select from console.roll_out_jobs where attempts > 0'))[0],
        )
        // As it is after so many failures.
        await run(
          url,
          `set search_path = console; update roll_out_jobs set attempts = 8, due = now() + interval '5 minutes'`,
        )
      },
      ['QuatrainRollOuts'],
      () =>
        run(url, 'set search_path = console; drop function sabotage() cascade; update roll_out_jobs set due = now()'),
      ['QuatrainRollOuts'],
    )

    await raise('the mail server refuses mails', async () => {
      refusing.refuseWith(550)
      await askSuccessfully(member, 'POST', `${api}/users`, {
        body: { ...blankUser, username: 'anna', email: 'anna@example.org', password: superuser.password },
      })
      for (let mail = 0; mail < 5; mail++)
        await ask(member, 'POST', `${api}/passwordlinks`, { body: { username: 'anna' } })
    }, ['QuatrainMails'])
    await stop()
    await application.stop()
    await webApi.stop()
  } finally {
    await cluster.stop()
    await operators.close()
    await refusing.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
