import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { makeWebFolder } from '#test/web-folder.ts'
import { shareAssets } from './web-assets.ts'

describe.each(databases)('the browser application on $name', (kind) => {
  const [web, otherBuild] = [makeWebFolder(), makeWebFolder()]
  const ofOtherBuild = { 'page-1.js': 'export const page = 1', 'page-1.css': 'p{margin:0}', 'page-1.svg': '<svg/>' }
  let server: TestApp
  beforeAll(async () => {
    for (const [name, content] of Object.entries(ofOtherBuild)) {
      writeFileSync(join(otherBuild.path, 'assets', name), content)
    }
    server = await startTestApp(kind, { webFolder: web.path })
  })
  afterAll(async () => {
    await server.close()
    web.remove()
    otherBuild.remove()
  })

  const load = (name: string) => server.app.inject({ url: `/ui/assets/${name}`, headers: { host: 'north.test' } })
  const startOtherBuild = (now: Date) => shareAssets(server.tenancy.everyTenant, join(otherBuild.path, 'assets'), now)

  test('loads assets of the build of another process, until that build has been unused for a month', async () => {
    expect((await load('page-1.js')).statusCode).toBe(404)
    const then = server.clock.now()
    await startOtherBuild(then)
    for (const [name, type] of [
      ['page-1.js', 'text/javascript; charset=utf-8'],
      ['page-1.css', 'text/css; charset=utf-8'],
      ['page-1.svg', 'image/svg+xml'],
    ] as const) {
      const { statusCode, headers, body } = await load(name)
      expect([statusCode, body]).toEqual([200, ofOtherBuild[name]])
      expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
    }
    const daysLater = (days: number) => new Date(then.getTime() + days * 86_400_000)
    const startThisBuild = (now: Date) => shareAssets(server.tenancy.everyTenant, join(web.path, 'assets'), now)
    await startThisBuild(daysLater(29))
    expect((await load('page-1.js')).statusCode).toBe(200)
    await startThisBuild(daysLater(31))
    expect((await load('page-1.js')).statusCode).toBe(404)
    expect((await load('main-abc123.js')).body).toBe('export {}')
  })

  test('sends only new assets to the database', async () => {
    await startOtherBuild(server.clock.now())
    const exchanges = await server.exchanges(() => startOtherBuild(server.clock.now()))
    expect(Math.max(...exchanges.map(({ sent }) => sent))).toBeLessThan(1000)
  })

  test.each(['..%2findex.html', '%00', 'a%2fb.js', 'x'.repeat(500), "';--"])('has no asset %j', async (name) =>
    expect((await load(name)).statusCode).toBe(404),
  )
})
