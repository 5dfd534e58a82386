import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/test-app.ts'
import { mergeIntoStored } from '#test/web-api-store.ts'

const problem = 'Must be entries of the form label=value[unit];[warning];[critical];[min];[max]'

test.each(databases)(
  'stored thresholds in an unknown form do not block a change of other rules, on $name',
  async (kind) => {
    const server = await startTestApp(kind)
    const admin = await server.as('admin')
    const profile = (...texts: string[]) => ({
      name: 'limits',
      groupname: 'operations',
      rules: texts.map((thresholds, row) => ({ metric: `m${row}`, thresholds })),
    })
    const refusal = await admin.send('POST', 'thresholdsprofiles', profile('size=1KB;5:;9:', 'size=3GB', ''))
    expect([refusal.status, refusal.body.fields]).toEqual([
      400,
      { 'rules.1.thresholds': problem, 'rules.2.thresholds': 'Required' },
    ])

    const meaningless = ['size=1', 'size=1;9:5;10:', 'size=1;1:;2:;;8', 'a=1;1:;2: a=1;1:;2:']
    const inWords = await admin.send('POST', 'thresholdsprofiles', profile(...meaningless))
    expect(inWords.body.fields).toEqual({
      'rules.0.thresholds': 'size: Warning from: Required',
      'rules.1.thresholds': 'size: Warning to: Should be greater than lower warning limit',
      'rules.2.thresholds': 'size: Min: Required with a max value',
      'rules.3.thresholds': 'a is set twice',
    })
    // The form does not offer such a label, but a plugin may have it.
    const preview = await admin.send('POST', 'thresholdsprofiles?dry_run=true', profile('my_size=1;1:;2:', 'a=1;1:;2:'))
    expect(preview.body.notices).toEqual({
      warning: 'There is no metric m0, m1.\nLabels usually have letters and digits only: my_size.',
    })

    const { body, etag = '' } = await admin.send(
      'POST',
      'thresholdsprofiles',
      profile('size=1KB;5:;9:', 'size=1KB;5:;9:'),
    )
    expect(body).toMatchObject({ warning: 'There is no metric m0, m1.' })
    const { rules } = profile('size=1KB;5:;9:', 'size=3GB')
    await sql`update thresholds_profiles set rules = ${JSON.stringify(rules)}::jsonb`.execute(server.owner)
    await mergeIntoStored(server, 'thresholds_profile', { rules })

    const change = (...texts: string[]) =>
      admin.send('PUT', 'thresholdsprofiles', { ...profile(...texts), apiid: body.apiid }, { 'if-match': etag })
    const worse = await change('size=1KB;5:;9:', 'size=3GB', 'size=4GB')
    expect([worse.status, worse.body.fields]).toEqual([400, { 'rules.2.thresholds': problem }])
    const changed = await change('size=2KB;5:;9:', 'size=3GB')
    expect([changed.status, changed.body.detail]).toEqual([200, undefined])
    const there = await admin.send('GET', `/api/v2/webapi/thresholds_profiles/${body.apiid}`)
    expect(there.body.data[0].rules).toEqual(profile('size=2KB;5:;9:', 'size=3GB').rules)
    await server.close()
  },
)
