import type { ListView } from '@quatrain/contract/console/list-views.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { firstRowIn, rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

const columns = sql`id, list, name, search, user_id is null as shared`

/** The views of a user and the shared ones. */
export const findAll = (db: Db, userId: number) =>
  rowsIn(db)<ListView>`
    select ${columns} from list_views where tenant_id = current_tenant() and (user_id = ${userId} or user_id is null)
    order by name, id`

/** The view of this id, if it is shared or of this user. */
export const find = (db: Db, userId: number, id: number) =>
  firstRowIn(db)<ListView>`
    select ${columns} from list_views
    where tenant_id = current_tenant() and id = ${id} and (user_id = ${userId} or user_id is null)`

/** Adds a view of this user, or a shared one without a user. */
export const insert = (db: Db, userId: number | null, { list, name, search }: Omit<ListView, 'id' | 'shared'>) =>
  rowIn(db)<ListView>`
    insert into list_views (user_id, list, name, search) values (${userId}::integer, ${list}, ${name}, ${search})
    returning ${columns}`

/** Throws `already_exists` for the name of another view of the list. */
export const update = (db: Db, { id, name, search }: Pick<ListView, 'id' | 'name' | 'search'>) =>
  rowIn(db)<ListView>`
    update list_views set name = ${name}, search = ${search} where tenant_id = current_tenant() and id = ${id}
    returning ${columns}`.catch(explaining({ list_views_name_key: nameTaken }))

export const remove = (db: Db, id: number) =>
  sql`delete from list_views where tenant_id = current_tenant() and id = ${id}`.execute(db)

const nameTaken = () =>
  new AppError('already_exists', 'The list has a view of this name.', { fields: { name: 'Already exists' } })
