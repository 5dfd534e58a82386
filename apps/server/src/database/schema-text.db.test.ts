import { scope } from '@quatrain/platform/database/scope.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { schemaText } from '@quatrain/platform/testing/schema-text.ts'
import { expect, onTestFinished, test } from 'vitest'
import { stores } from '#test/recorded-release.ts'

const files = { console: 'schema.sql', webapi: 'web-api.schema.sql' }
// The embedded database always has the version of the lock file.
const [embedded] = bothDatabases

test.each(stores)('the schema of the $name is the one in docs; `npm run schema` writes it', async (store) => {
  const database = await embedded?.open()
  if (!database) throw new Error('There is no embedded database.')
  onTestFinished(() => database.close())
  await store.migrate(database)
  const text = await schemaText(database.within(scope({ schema: store.schema })))
  await expect(text).toMatchFileSnapshot(`../../../../docs/${files[store.name]}`)
})
