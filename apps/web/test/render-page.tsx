import { sessionActive, type UserDetails } from '@quatrain/contract/accounts/session.ts'
import { listChangeRequests } from '@quatrain/contract/change-requests/change-request.ts'
import { listManagedObjects } from '@quatrain/contract/configuration/configuration.ts'
import { dependentsOf, missingNamesOf } from '@quatrain/contract/console/dependents.ts'
import { configOptions, isTenantSchema } from '@quatrain/contract/console/options.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { render } from '@testing-library/react'
import { Providers } from '#app/Providers.tsx'
import { Start } from '#app/Start.tsx'
import { noticeSession } from '#features/session/session.ts'
import { createQueryClient } from '#kit/api/query-client.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { forgetMessages } from '#ui/messages.ts'
import { FakeApi } from './fake-api.ts'

const noGroups = { reports: [], aggregations: [], metrics: [], metricprofiles: [], thresholdsprofiles: [] }

export const aMember = (...metricprofiles: string[]): UserDetails => ({
  pk: 7,
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  is_superuser: false,
  is_active: true,
  date_joined: '2026-01-01T00:00:00Z',
  groups: { ...noGroups, metricprofiles },
  token: 'public-token',
})

export const aSuperuser = (...groups: string[]): UserDetails => ({ ...aMember(...groups), is_superuser: true })

/** A tenant's server with or without a session. */
export function aServer(user?: UserDetails): FakeApi {
  return new FakeApi()
    .answer(isTenantSchema, { isTenantSchema: true })
    .answer(configOptions, { result: options })
    .answer(sessionActive, sessionOf(user))
    .answer(dependentsOf, [])
    .answer(missingNamesOf, [])
    .answer(listChangeRequests, [])
    .answer(listManagedObjects, [])
}

export const sessionOf = (user: UserDetails | undefined) =>
  user
    ? { active: true as const, userdetails: user, tenantdetails: { combined: false, tenants: {} } }
    : { active: false as const }

interface Shown {
  readonly isStrict?: boolean
  /** What a navigation has left, such as the object that was just saved. */
  readonly state?: object
}

/**
 * Renders the whole application at an address. Strict mode, which finds effects without clean-up, renders everything twice: the
 * tests that open every page and every form ask for it, all others have it in a full run.
 */
export function showPage(address: string, { isStrict = isFullRun, state }: Shown = {}) {
  dialogs.closeAll()
  forgetMessages()
  window.history.replaceState(state && { usr: state, key: 'shown', idx: 0 }, '', address)
  return render(
    <Providers client={createQueryClient(noticeSession)}>
      <Start />
    </Providers>,
    { reactStrictMode: isStrict },
  )
}

export const options = {
  version: '1.2.3',
  tenant_name: 'nordic',
  tenant_display_name: 'NORDIC',
  saml_login_string: '',
  sign_on: [],
  sends_password_links: false,
  read_only_kinds: [],
  use_service_title: false,
  terms_privacy_links: { terms: 'https://example.org/terms', privacy: 'https://example.org/privacy' },
  footer: { sentence: '', partners: [] },
  webapimetric: '/api/v2/webapi/metric_profiles',
  webapiaggregation: '',
  webapithresholds: '',
  webapioperations: '',
  webapiservicetypes: '',
  webapireports: { main: '', tags: '', topologygroups: '', topologyendpoints: '' },
}
