import { randomBytes } from 'node:crypto'
import type { Protocol } from '@quatrain/contract/resources/identity-provider.ts'
import type { SignOnTest } from '@quatrain/contract/sign-on/sign-on.ts'
import { notAuthenticated } from '@quatrain/platform/errors.ts'
import { clientAddressOf } from '#request/addresses/client-address.ts'
import type { Context } from '#request/context/context.ts'
import { findEnabled, findIfThere, keyOf, type StoredProvider } from './identity-providers.repository.ts'
import { previewedPerson } from './people.service.ts'
import { SignOnError } from './sign-on-error.ts'
import type { SignOnProtocol, VerifiedSignOn } from './sign-on-protocol.ts'
import * as requests from './sign-on-requests.repository.ts'
import { insertTest } from './sign-on-tests.repository.ts'

/** The protocols that the console speaks. */
export type SignOn = Readonly<Record<Protocol, SignOnProtocol>>

/** The address of the console as the browser names it, such as `https://console.example.org`, and the cookie. */
interface Place {
  readonly origin: string
  readonly browser: string
  /** Whether the provider asks also a person who is logged in there. */
  readonly isAgain?: boolean
}

const random = () => randomBytes(32).toString('base64url')

const newRequest = ({ id }: StoredProvider): requests.SignOnRequest => ({
  state: random(),
  providerId: id,
  nonce: random(),
  codeVerifier: random(),
})

/**
 * Begins a sign-on with a provider, by default with the first one that is enabled. Returns the address of the provider.
 * Throws `SignOnError`.
 */
export async function beginSignOn(
  signOn: SignOn,
  ctx: Context,
  id: number | undefined,
  { origin, browser, isAgain = false }: Place,
): Promise<string> {
  const enabled = await findEnabled(ctx.db)
  const provider = id === undefined ? enabled[0] : enabled.find((provider) => provider.id === id)
  if (!provider) throw new SignOnError('not_configured', 'There is no such identity provider on the login page.')
  const request = newRequest(provider)
  await store(ctx, request, { browser })
  return signOn[provider.protocol].loginAddress(ctx, provider, request, { origin, isAgain })
}

/** Begins a test of a provider of the tenant in `ctx`. Returns its state, with which a browser begins it. */
export async function beginTest(ctx: Context, provider: StoredProvider, tester: requests.Tester): Promise<string> {
  const request = newRequest(provider)
  await store(ctx, request, { browser: undefined, tester })
  return request.state
}

async function store(
  ctx: Context,
  request: requests.SignOnRequest,
  options: { readonly browser: string | undefined; readonly tester?: requests.Tester },
) {
  const { network } = clientAddressOf(ctx.origin.address)
  if (await requests.insertRequest(ctx.db, request, { ...options, network, now: ctx.now() })) return
  throw new SignOnError('busy', `Too many sign-ons from ${network} have begun and not ended.`)
}

/** Continues a test in the browser of the tester. Returns the address of the provider. Throws `SignOnError`. */
export async function continueTest(
  signOn: SignOn,
  ctx: Context,
  state: string,
  { origin, browser }: Place,
): Promise<string> {
  const request = await requests.bindTest(ctx.db, state, browser, ctx.now())
  const provider = request && (await findIfThere(ctx.db, request.providerId))
  if (!provider) throw new SignOnError('expired', 'There is no such test sign-in.')
  return signOn[provider.protocol].loginAddress(ctx, provider, request, { origin, isAgain: false })
}

/** A person whom a provider has sent back. */
export interface Arrival {
  readonly request: requests.BegunRequest
  readonly provider: StoredProvider
  /** Reads and verifies what the provider says about the person. Throws `SignOnError`. */
  readonly read: () => Promise<VerifiedSignOn>
}

/** The request that a browser has begun, with its provider; it can be used once. Throws `SignOnError`. */
export async function arrive(
  signOn: SignOn,
  ctx: Context,
  {
    state,
    cameBackAt,
    browser,
  }: { readonly state: string | undefined; readonly cameBackAt: URL; readonly browser: string | undefined },
): Promise<Arrival> {
  const request =
    state === undefined || browser === undefined
      ? undefined
      : await requests.takeRequest(ctx.db, state, browser, ctx.now())
  if (!request) throw new SignOnError('expired', 'This browser has begun no sign-on with this state, or it has ended.')
  const provider = await findIfThere(ctx.db, request.providerId)
  if (!provider) throw new SignOnError('not_configured', 'The identity provider was deleted.')
  return {
    request,
    provider,
    read: () => signOn[provider.protocol].verified(ctx, provider, request, cameBackAt),
  }
}

/** Keeps a response that a page of a provider has posted. Throws `SignOnError`. */
export async function keepResponse(ctx: Context, state: string | undefined, response: string): Promise<void> {
  if (state !== undefined && (await requests.keepResponse(ctx.db, state, response, ctx.now()))) return
  throw new SignOnError('expired', 'No sign-on with this state was started here, or its response was used already.')
}

/** Stores the result of a test sign-on. Returns the address of the page that shows it. */
export async function finishTest(ctx: Context, { provider, read }: Arrival, tester: requests.Tester): Promise<string> {
  const result = await testResult(ctx, provider, read)
  const test = { id: random(), providerId: provider.id, testedBy: tester.username }
  await insertTest(ctx.db, test, result, ctx.now())
  return `${tester.returnTo}/ui/administration/identityproviders/${encodeURIComponent(keyOf(provider))}/test/${test.id}`
}

async function testResult(ctx: Context, provider: StoredProvider, read: Arrival['read']): Promise<SignOnTest> {
  try {
    const { person, attributes } = await read()
    return {
      provider: provider.name,
      attributes: [...attributes].map(([name, values]) => ({ name, values: [...values] })),
      person: await previewedPerson(ctx, provider, person),
      problem: '',
    }
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    return { provider: provider.name, attributes: [], problem: error.message }
  }
}

/** Throws `not_authenticated` if nobody is logged in. */
export function testerIn({ caller: { user } }: Context, returnTo: string): requests.Tester {
  if (!user) throw notAuthenticated()
  return { username: user.username, returnTo }
}
