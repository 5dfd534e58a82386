import { userGroups } from '@quatrain/contract/catalogue.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { groupsOfMetricProfiles } from '@quatrain/contract/resources/group.ts'
import { userPage, users } from '@quatrain/contract/resources/user.ts'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { groupCount, peopleStatements, someGroup, someUser, userCount } from '../data/people.ts'
import { ask, askSuccessfully, type Target } from '../http/ask.ts'
import { compare, type Pace } from '../http/load.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds, percent, perSecond } from '../report/figure.ts'
import { person } from '../visitors.ts'
import type { Place } from './places.ts'
import { slowestStatement } from './slowest-statement.ts'
import { onPostgreSql } from './with-place.ts'

const tenant = 'PEOPLE'
const filling: Filling = {
  catalogue: { templates: 1, versions: 1 },
  tenants: [{ tenant, metrics: 0, profiles: 1, pairs: 1 }],
}
const pace: Pace = { connections: 10, warmUp: 1, round: 2 }
const [warmUps, saves] = [5, 30]

/** Lists, searches and saves in a tenant with many users and groups. */
export const measurePeople = (databases: Databases): Promise<Figure[]> =>
  onPostgreSql(databases, { name: 'people', filling }, async (place) => {
    for (const text of peopleStatements)
      await runBare(place, `with done as (${text} returning 1) select count(*) from done`)
    const { target } = await person(place.server.consoleUrl, tenant)
    return [...(await readsOf(place, target)), await userSaves(place, target), await groupSaves(place, target)]
  })

async function runBare({ server }: Place, text: string): Promise<void> {
  await setFloor({ server }, text)
  await askSuccessfully({ url: server.bareUrl }, 'GET', '/people')
}

const setFloor = ({ server }: Pick<Place, 'server'>, text: string) =>
  server.calls.setFloor({ of: { tenant }, name: 'people', text, parameters: [], isOne: true })

/** The page of users that match, as the console sends it, in one statement. */
const pageWhere = (condition: string) => `
  select (select count(*)::integer from users where ${condition}) as total, (select json_agg(page) from (
    select id as pk, username, first_name, last_name, email, is_superuser, is_active, date_joined, last_login
    from users where ${condition} order by username limit 20) as page) as rows`

const many = userCount.toLocaleString('en')
const reads: readonly { readonly what: string; readonly path: string; readonly floor: string }[] = [
  { what: `a page of ${many} users`, path: `${userPage.path}?limit=20`, floor: pageWhere('true') },
  {
    what: `search among ${many} users`,
    path: `${userPage.path}?limit=20&username=n-099`,
    floor: pageWhere(`username ilike '%n-099%'`),
  },
  {
    what: `list of ${groupCount} groups with ${many} members`,
    path: resourceEndpoints(groupsOfMetricProfiles).list.path,
    floor: `
      select json_agg(json_build_object('name', name, 'users', users) order by name) as rows from (
        select name, count(member.user_id) as users from groups as owner
        left join group_members as member on member.tenant_id = owner.tenant_id and member.group_id = owner.id
        where owner.kind = 'metricprofiles' group by owner.tenant_id, owner.id, name) as counted`,
  },
  {
    what: `names of ${groupCount} groups for selectors`,
    path: userGroups.path,
    floor: `
      select json_object_agg(kind, names) as result from (
        select kind, json_agg(name order by name) as names from groups group by kind) as named`,
  },
]

async function readsOf(place: Place, target: Target): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, path, floor: text } of reads) {
    await setFloor(place, text)
    const bare = { url: place.server.bareUrl, path: '/people' }
    const { floor, subject, share } = await compare(bare, { ...target, path }, pace)
    figures.push({
      what,
      on: place.name,
      measured: `${perSecond(subject)}, ${percent(share)}`,
      floor: perSecond(floor),
    })
  }
  return figures
}

/** The minimum that a save writes: the row, the document of its version, and a row of the activity log. */
const bareSave = (update: string) => `
  with changed as (${update} returning id),
  version as (
    insert into versions (kind, object_id, number, name, document, author, created_at, comment)
    select 'floor', id, (random() * 2000000000)::integer, 'floor', $1::json, 'admin', now(), '' from changed
  )
  insert into activity (at, request_id, actor, address, action, kind, object_id, object_name, after)
  select now(), '', 'admin', '', 'change', 'floor', id, 'floor', $1::json from changed
  returning number`

const record = async (target: Target, path: string) =>
  JSON.parse((await askSuccessfully(target, 'GET', path)).body.toString())

async function userSaves(place: Place, target: Target): Promise<Figure> {
  const { get, change } = resourceEndpoints(users)
  const { date_joined: _, last_login: __, ...stored } = await record(target, get.path.replace(':key', someUser))
  const input = (round: number) => ({ ...stored, groupsofmetricprofiles: round % 2 ? [someGroup] : ['G000', 'G002'] })
  const floor = bareSave(`update users set last_name = 'F' where username = '${someUser}'`)
  return savesOf(place, target, { what: 'save of a user in other groups: median', change, input, floor })
}

async function groupSaves(place: Place, target: Target): Promise<Figure> {
  const { get, change } = resourceEndpoints(groupsOfMetricProfiles)
  const { id, name, result, users } = await record(target, get.path.replace(':key', someGroup))
  const input = (round: number) => ({ id, name, items: result, users: round % 2 ? users : users.slice(1) })
  const floor = bareSave(`update groups set row_version = row_version where id = ${id}`)
  const what = `save of a group of ${users.length} users, one of whom leaves or joins: median`
  return savesOf(place, target, { what, change, input, floor })
}

interface Saves {
  readonly what: string
  readonly change: { readonly method: string; readonly path: string }
  readonly input: (round: number) => unknown
  readonly floor: string
}

async function savesOf(place: Place, target: Target, { what, change, input, floor: text }: Saves): Promise<Figure> {
  await setFloor(place, text)
  const times: Record<'floor' | 'subject', number[]> = { floor: [], subject: [] }
  for (let round = 0; round < warmUps + saves; round++) {
    const body = input(round)
    const bare = await ask({ url: place.server.bareUrl }, 'POST', '/people', { body })
    if (bare.status !== 200) throw new Error(`The floor: ${bare.body}`)
    const { took } = await askSuccessfully(target, change.method, change.path, { body, headers: { 'if-match': '*' } })
    if (round < warmUps) continue
    times.floor.push(bare.took)
    times.subject.push(took)
  }
  const [floor, subject] = [median(times.floor), median(times.subject)]
  let round = 0
  const slowest = await slowestStatement(place.server, () => {
    const body = input(round++)
    return askSuccessfully(target, change.method, change.path, { body, headers: { 'if-match': '*' } })
  })
  return {
    what,
    on: place.name,
    measured: `${milliseconds(subject)}, ${(subject / floor).toFixed(1)} times`,
    floor: milliseconds(floor),
    slowest,
  }
}
