import type { Fault } from '../fault.ts'

/** Who may do what. */
export const rights: readonly Fault[] = [
  {
    name: 'the policy is not asked whether an object belongs to a group of the user',
    file: 'apps/server/src/kit/http/authorize.ts',
    text: 'can(ctx.caller, action, resource, record)',
    replacement: 'can(ctx.caller, action, resource)',
    foundBy: ['apps/server/src/guarantees/access-matrix.db.test.ts'],
  },
  {
    name: 'endpoints for superusers admit every signed-in user',
    file: 'apps/server/src/request/context/request-context.ts',
    text: "if (permitted === 'superuser' && !caller.user?.isSuperuser)",
    replacement: "if (permitted === 'superuser' && !caller.user)",
    foundBy: ['apps/server/src/guarantees/access-matrix.db.test.ts'],
  },
  {
    name: 'a read-only key of a user can write',
    file: 'apps/server/src/request/context/request-context.ts',
    text: "if (isReadOnly && endpoint.method !== 'GET')",
    replacement: "if (isReadOnly && endpoint.method === 'DELETE')",
    foundBy: ['apps/server/src/features/user-keys/user-keys.db.test.ts'],
  },
  {
    name: 'the key of a user reaches endpoints that do not accept keys',
    file: 'apps/server/src/request/context/request-context.ts',
    text: 'if (!acceptsUserKeys(endpoint)) throw',
    replacement: 'if (!acceptsUserKeys(endpoint) && isReadOnly) throw',
    foundBy: ['apps/server/src/guarantees/keys-of-users.db.test.ts'],
  },
  {
    name: 'a login of an hour ago counts as recent',
    file: 'apps/server/src/request/context/request-context.ts',
    text: 'const recentMinutes = 10',
    replacement: 'const recentMinutes = 61',
    foundBy: ['apps/server/src/guarantees/recent-logins.db.test.ts'],
  },
  {
    name: 'a page that shows another user is served',
    file: 'apps/server/src/request/context/request-context.ts',
    text: 'shownUsername !== encodeURIComponent(user.username)',
    replacement: "shownUsername === ''",
    foundBy: ['apps/server/src/guarantees/page-of-another-user.db.test.ts'],
  },
  {
    name: 'who has no required second factor can do everything',
    file: 'apps/server/src/request/context/request-context.ts',
    text: "endpoint.beforeSecondFactor !== 'allowed'",
    replacement: 'false',
    foundBy: ['apps/server/src/guarantees/sessions-without-required-factor.db.test.ts'],
  },
  {
    name: 'fields that are not public are sent to visitors',
    file: 'apps/server/src/kit/http/serve.ts',
    text: 'response: { ...answersOf(endpoint),',
    replacement: 'response: {',
    foundBy: ['apps/server/src/guarantees/public-answers.db.test.ts'],
  },
]
