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

/** The time of a login, and the share of the password hash, which is slow on purpose. */
export async function measureLogins({ name, server }: Place): Promise<Figure> {
  const target = { url: server.consoleUrl, headers: { host: hostOf(tenant), 'sec-fetch-site': 'same-origin' } }
  const hash = await hashPassword(password)
  const times: Record<'floor' | 'subject', number[]> = { floor: [], subject: [] }
  for (let round = 0; round < warmUps + logins; round++) {
    const begun = performance.now()
    await passwordFits(hash, password)
    const floor = performance.now() - begun
    const { took } = await askSuccessfully(target, logIn.method, logIn.path, { body: { username, password } })
    if (round < warmUps) continue
    times.floor.push(floor)
    times.subject.push(took)
  }
  const [floor, subject] = [median(times.floor), median(times.subject)]
  return {
    what: 'login: median, and the share of Argon2',
    on: name,
    measured: `${milliseconds(subject)} (${percent(floor / subject)})`,
    floor: milliseconds(floor),
  }
}
