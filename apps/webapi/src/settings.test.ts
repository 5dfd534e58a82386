import { readSettings } from '@quatrain/platform/settings.ts'
import { expect, test } from 'vitest'
import { serviceSettings } from './settings.ts'

const url = { QUATRAIN_WEBAPI_DATABASE_URL: 'postgres://localhost/webapi' }
const read = (environment: Record<string, string>) => readSettings(serviceSettings, environment)

test('only the address of the data is required', () => {
  expect(read({ QUATRAIN_WEBAPI_DATA: 'data' })).toEqual({
    QUATRAIN_WEBAPI_DATA: 'data',
    QUATRAIN_WEBAPI_PORT: 8081,
    QUATRAIN_WEBAPI_HOST: '127.0.0.1',
    QUATRAIN_WEBAPI_METRICS_HOST: '127.0.0.1',
    QUATRAIN_WEBAPI_MAX_LAG_SECONDS: 5,
    QUATRAIN_WEBAPI_CORS: false,
    QUATRAIN_LOG_LEVEL: 'info',
  })
})

test.each([
  [{}, 'QUATRAIN_WEBAPI_DATABASE_URL: Set either this'],
  [{ ...url, QUATRAIN_WEBAPI_DATA: 'data' }, 'QUATRAIN_WEBAPI_DATABASE_URL: Set either this'],
  [{ QUATRAIN_WEBAPI_DATABASE_URL: 'mysql://x' }, 'QUATRAIN_WEBAPI_DATABASE_URL: Must begin with postgres://'],
  [{ ...url, QUATRAIN_WEBAPI_PORT: 'x' }, 'QUATRAIN_WEBAPI_PORT: Must be a port number'],
  [{ ...url, QUATRAIN_WEBAPI_PORT: '70000' }, 'QUATRAIN_WEBAPI_PORT: Must be a port number'],
  [{ ...url, QUATRAIN_WEBAPI_CORS: 'perhaps' }, 'QUATRAIN_WEBAPI_CORS: Must be true or false'],
  [{ ...url, QUATRAIN_LOG_LEVEL: 'loud' }, 'QUATRAIN_LOG_LEVEL: Must be one of'],
])('%j is refused with a message', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
})
