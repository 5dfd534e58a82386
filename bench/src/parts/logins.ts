import { logIn } from '@quatrain/contract/session.ts'
import { hashPassword, passwordFits } from '@quatrain/server/src/request/passwords.ts'
import { password, username } from '../data/keys.ts'
import { hostOf } from '../data/tenants.ts'
import { askSuccessfully } from '../http/ask.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds, percent } from '../report/figure.ts'
import { type Place, tenant } from './places.ts'

const warmUps = 5
const logins = 40

/** Attempts that have not ended count, and five of one account from one address are accepted. */
const atOnce = 4

/** The time of a login, alone and among others, and the share of the password hash, which is slow on purpose. */
export async function measureLogins({ name: on, server }: Place): Promise<Figure[]> {
  const target = { url: server.consoleUrl, headers: { host: hostOf(tenant), 'sec-fetch-site': 'same-origin' } }
  const hash = await hashPassword(password)
  const login = async () =>
    (await askSuccessfully(target, logIn.method, logIn.path, { body: { username, password } })).took
  const verification = async () => {
    const begun = performance.now()
    await passwordFits(hash, password)
    return performance.now() - begun
  }
  const alone: Record<'floor' | 'subject', number[]> = { floor: [], subject: [] }
  for (let round = 0; round < warmUps + logins; round++) {
    const [floor, subject] = [await verification(), await login()]
    if (round < warmUps) continue
    alone.floor.push(floor)
    alone.subject.push(subject)
  }
  const [floor, subject] = [median(alone.floor), median(alone.subject)]
  const together = { floor: await timesOf(verification), subject: await timesOf(login) }
  return [
    {
      what: 'login: median, and the share of Argon2',
      on,
      measured: `${milliseconds(subject)} (${percent(floor / subject)})`,
      floor: milliseconds(floor),
    },
    {
      what: `login, ${atOnce} at once: median`,
      on,
      measured: milliseconds(median(together.subject)),
      floor: milliseconds(median(together.floor)),
    },
  ]
}

/** The times of as many calls, of which some run at once. */
async function timesOf(call: () => Promise<number>): Promise<number[]> {
  const rounds = Array.from({ length: atOnce }, async () => {
    const times: number[] = []
    for (let round = 0; round < logins / atOnce; round++) times.push(await call())
    return times
  })
  return (await Promise.all(rounds)).flat()
}
