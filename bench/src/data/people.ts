import { blankUser } from '@quatrain/contract/resources/user.ts'

export const userCount = 10_000
export const groupCount = 500

/** The user with the highest number. */
export const someUser = `person-${userCount}`
export const someGroup = 'G001'

const groupOf = (number: string) => `'G' || lpad((${number} % ${groupCount})::text, 3, '0')`

/** Statements in the scope of a tenant: its groups of metric profiles, its users, and the groups of these, with versions. */
export const peopleStatements: readonly string[] = [
  `insert into groups (kind, name)
   select 'metricprofiles', ${groupOf('number')} from generate_series(1, ${groupCount}) as number`,
  `insert into users (username, first_name, last_name, email, is_active)
   select 'person-' || lpad(number::text, 5, '0'), 'Given', 'Family ' || number, number || '@example.org', true
   from generate_series(1, ${userCount}) as number`,
  `insert into group_members (user_id, group_id)
   select person.id, owner.id from users as person join groups as owner
     on owner.kind = 'metricprofiles' and owner.name = ${groupOf('right(person.username, 5)::integer')}
   where person.username like 'person-%'`,
  `insert into versions (kind, object_id, number, name, document, author, created_at, comment)
   select 'user', id, 1, username, (${quoted(JSON.stringify(blankUser))}::jsonb || jsonb_build_object(
     'username', username, 'first_name', first_name, 'last_name', last_name, 'email', email,
     'groupsofmetricprofiles', jsonb_build_array(${groupOf('right(username, 5)::integer')})))::json, 'bench', now(), ''
   from users where username like 'person-%'`,
]

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
