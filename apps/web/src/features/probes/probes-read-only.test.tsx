import { isTenantSchema } from '@quatrain/contract/console/options.ts'
import { probes, publicTemplatesOfProbe } from '@quatrain/contract/resources/probe.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aProbe, api, aTenantServer, versions } from '#test/probes.ts'
import { aMember, aSuperuser, showPage } from '#test/render-page.tsx'

const published = versions.map(({ user: _, comment: __, remark: ___, ...version }) => version)

/** The public endpoints of a host. */
const aPublicServer = (isTenant: boolean) =>
  aTenantServer(aProbe())
    .answer(isTenantSchema, { isTenantSchema: isTenant })
    .answer(api.publicList, [aProbe()])
    .answer(api.publicGet, aProbe())
    .publishedVersions(probes, published)
    .answer(publicTemplatesOfProbe, ['web.http', 'web.tls'])

test.each(['a member', 'an administrator'])('in a tenant, %s reads probes and cannot add any', async (who) => {
  aTenantServer(aProbe(), who === 'a member' ? aMember() : aSuperuser())
  showPage('/ui/probes')
  expect(await screen.findByRole('heading', { level: 1, name: 'Select probe for details' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'web-probe' })).toBeVisible()
  expect(screen.queryByText('Add')).not.toBeInTheDocument()
  showPage('/ui/probes/add')
  // A tenant has no page to add one, so this is an ordinary name.
  expect(await screen.findByRole('heading', { level: 1, name: 'Probe details web-probe' })).toBeVisible()
})

test('in a tenant, templates are shown below their probe, and metrics are its own', async () => {
  aTenantServer(aProbe(), aMember())
  showPage('/ui/probes/web-probe')
  expect(await screen.findByText(/They are changed in the console of the super-tenant/)).toBeVisible()
  const table = await screen.findByRole('table', { name: 'What uses which version, newest first' })
  expect(within(table).getByRole('link', { name: 'web.tls' })).toHaveAttribute('href', '/ui/probes/web-probe/web.tls')
  expect(within(table).getByRole('link', { name: '2 metrics, 1 metric profile' })).toHaveAttribute(
    'href',
    '/ui/metrics?probeversion=web-probe+%281.4.0%29',
  )
  const repository = screen.getByRole('link', { name: /git\.example\.org/ })
  expect(repository).toHaveAttribute('href', 'https://git.example.org/web-probe')
  expect(repository).toHaveAttribute('rel', 'noreferrer')
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/ui/probes/web-probe/history')
  expect(screen.queryByRole('link', { name: 'web-probes (1.4.0)' })).not.toBeInTheDocument()
})

test.each([true, false])('probes, their templates and their history are public (in a tenant: %s)', async (isTenant) => {
  const server = aPublicServer(isTenant)
  showPage('/ui/public_probes')
  await userEvent.click(await screen.findByRole('link', { name: 'web-probe' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Probe details web-probe' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'web.tls' })).toHaveAttribute(
    'href',
    '/ui/public_metrictemplates/web.tls',
  )
  const call = server.callsOf(publicTemplatesOfProbe)[0]
  expect(decodeURIComponent(call?.path ?? '')).toBe('/api/v2/internal/public_metricsforprobes/web-probe(1.4.0)')

  await userEvent.click(screen.getByRole('link', { name: 'History' }))
  expect(await screen.findByRole('link', { name: '1.3.0' })).toHaveAttribute(
    'href',
    '/ui/public_probes/web-probe/history/1.3.0',
  )
  expect(screen.queryByRole('columnheader', { name: 'User' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByRole('region', { name: 'package' })).toBeVisible()
  expect(screen.queryByText(/ada/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Version 1.3.0' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Probe version web-probe (1.3.0)' })).toBeVisible()
  expect(screen.getByText(/There is a newer one/)).toBeVisible()
})

test('missing probes and versions are not found', async () => {
  aPublicServer(true).refuse(api.publicGet, 'not_found')
  showPage('/ui/public_probes/never')
  expect(await screen.findByText('There is no probe named never.')).toBeVisible()
  showPage('/ui/public_probes/web-probe/history/9')
  expect(await screen.findByText('web-probe has no version 9.')).toBeVisible()
})
