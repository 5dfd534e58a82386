import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupKinds } from './group-kinds.ts'
import { type Action, type Caller, can, type Readers, type UserRights, type Writers } from './policy.ts'

const actions: readonly Action[] = ['view', 'add', 'change', 'delete']
const writes: readonly Action[] = ['add', 'change', 'delete']
const deployments = ['super', 'tenant'] as const

const names = fc.uniqueArray(fc.constantFrom('operations', 'network', ''))
const groups = fc.record({
  reports: names,
  metrics: names,
  aggregations: names,
  metricprofiles: names,
  thresholdsprofiles: names,
})
const user: fc.Arbitrary<UserRights> = fc.record({ username: fc.string(), isSuperuser: fc.boolean(), groups })
const readers = fc.constantFrom<Readers[]>('members', 'superusers')
const writers = fc.oneof(
  fc.constantFrom<Writers[]>('nobody', 'superusers'),
  fc.constantFrom(...groupKinds).map((group) => ({ group })),
)
const rule = fc.record({ read: readers, write: writers })
const access = fc.record({ super: rule, tenant: rule }, { requiredKeys: [] })
const kind = 'thing'
const resource = access.map((access) => ({ kind, access }))
const caller: fc.Arbitrary<Caller> = fc.record({
  deployment: fc.constantFrom(...deployments),
  user: fc.option(user, { nil: undefined }),
})
const record = fc.record({ groupname: fc.constantFrom<unknown[]>('operations', 'network', '', undefined, null) })
const anyAction = fc.constantFrom(...actions)

describe('permissions', () => {
  const operator: UserRights = {
    username: 'operator',
    isSuperuser: false,
    groups: { reports: ['x'], metrics: [], aggregations: [], metricprofiles: ['operations'], thresholdsprofiles: [] },
  }
  const profiles = { kind, access: { tenant: { read: 'members', write: { group: 'metricprofiles' } } } } as const
  const as = (user?: UserRights): Caller => ({ deployment: 'tenant', user })

  test('a member of a group changes objects of the group, and adds objects', () => {
    expect(can(as(operator), 'add', profiles)).toBe(true)
    expect(can(as(operator), 'change', profiles, { groupname: 'operations' })).toBe(true)
    expect(can(as(operator), 'delete', profiles, { groupname: 'network' })).toBe(false)
    expect(can(as(operator), 'change', profiles, {})).toBe(false)
  })

  test('the group of an object counts under both names that it has on the wire', () => {
    expect(can(as(operator), 'change', profiles, { group: 'operations' })).toBe(true)
    expect(can(as(operator), 'change', profiles, { group: 'network' })).toBe(false)
    expect(can(as(operator), 'change', profiles, { groupname: 'network', group: 'operations' })).toBe(false)
  })

  test('membership in groups of another kind gives no rights', () => {
    const reports = { kind, access: { tenant: { read: 'members', write: { group: 'thresholdsprofiles' } } } } as const
    expect(can(as(operator), 'add', reports)).toBe(false)
  })

  test('a kind that does not exist in a deployment is accessible to nobody there', () => {
    fc.assert(
      fc.property(user, anyAction, (user, action) => {
        expect(can({ deployment: 'super', user: { ...user, isSuperuser: true } }, action, profiles)).toBe(false)
      }),
    )
  })

  test('an anonymous visitor may do nothing: public data has its own endpoints', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...deployments),
        anyAction,
        resource,
        record,
        (deployment, action, resource, record) => {
          expect(can({ deployment }, action, resource, record)).toBe(false)
        },
      ),
    )
  })

  test('a superuser may do whatever any other user may', () => {
    fc.assert(
      fc.property(caller, anyAction, resource, record, (caller, action, resource, record) => {
        if (!caller.user || !can(caller, action, resource, record)) return
        const user = { ...caller.user, isSuperuser: true }
        expect(can({ ...caller, user }, action, resource, record)).toBe(true)
      }),
    )
  })

  test('if nobody may write a kind, a superuser may not either', () => {
    fc.assert(
      fc.property(caller, fc.constantFrom(...writes), readers, record, (caller, action, read, record) => {
        const rule = { read, write: 'nobody' } as const
        expect(can(caller, action, { kind, access: { super: rule, tenant: rule } }, record)).toBe(false)
      }),
    )
  })

  test('nobody may write a read-only kind, and reading stays as it is', () => {
    fc.assert(
      fc.property(caller, anyAction, resource, record, (caller, action, resource, record) => {
        const readOnly = { ...caller, readOnlyKinds: [kind] }
        const expected = action === 'view' && can(caller, action, resource, record)
        expect(can(readOnly, action, resource, record)).toBe(expected)
        expect(can({ ...caller, readOnlyKinds: ['other'] }, action, resource, record)).toBe(
          can(caller, action, resource, record),
        )
      }),
    )
  })

  test('a further group takes no right away', () => {
    fc.assert(
      fc.property(
        user,
        anyAction,
        rule,
        record,
        fc.constantFrom(...groupKinds),
        (user, action, rule, record, group) => {
          const resource = { kind, access: { tenant: rule } }
          if (!can({ deployment: 'tenant', user }, action, resource, record)) return
          const more = { ...user, groups: { ...user.groups, [group]: [...user.groups[group], 'another'] } }
          expect(can({ deployment: 'tenant', user: more }, action, resource, record)).toBe(true)
        },
      ),
    )
  })

  test('without a record the result is whether such a record can exist', () => {
    fc.assert(
      fc.property(caller, anyAction, resource, (caller, action, resource) => {
        const some = ['operations', 'network', ''].some((groupname) => can(caller, action, resource, { groupname }))
        expect(can(caller, action, resource)).toBe(some)
      }),
    )
  })
})
