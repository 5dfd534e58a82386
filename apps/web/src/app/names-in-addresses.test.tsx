import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { declaredKinds } from '#lib/declared-kinds.ts'
import { aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'
import { memberRoutes } from './routes.tsx'

/** Everything that an address could decode twice, cut off, or take for another part of itself. */
const name = 'a/b%2Fc%25 %zz #d?e=f&g\\h;i./'

const deployments: readonly Deployment[] = ['tenant', 'super']
const pages = deployments.flatMap((deployment) =>
  declaredKinds.flatMap(({ resource, paths }) =>
    // A default port has no form of its own: its address opens the list.
    [...(resource.kind === 'defaultport' ? [] : [paths.details(name)]), paths.history(name)].flatMap((path) => {
      const isPage = matchRoutes(memberRoutes(deployment, true), path)?.at(-1)?.route.path?.endsWith('*') === false
      return isPage ? [{ deployment, path }] : []
    }),
  ),
)

test.each(pages)('the page $path of a $deployment asks for the name in its address', async ({ deployment, path }) => {
  const server = aNamedServer(deployment, [name])
  showPage(path)
  await waitFor(() => {
    const asked = server.calls.flatMap((call) => call.path.split('/').slice(4))
    expect(asked).toContain(encodeURIComponent(name))
  })
})

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('parameters of the router are read in one module only, which decodes them once', () => {
  const readers = Object.keys(sources).filter((path) => /\buseParams\b/.test(sources[path] ?? ''))
  expect(readers).toEqual(['../lib/resource-paths.ts'])
})
