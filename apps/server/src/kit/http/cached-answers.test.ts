import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { cacheAnswers } from './cached-answers.ts'

const text = (letter: string, length: number) => async () => letter.repeat(length)
const never = async (): Promise<string> => Promise.reject(new Error('It was made again.'))

test('a response is cached in every encoding until its state changes', async () => {
  const cached = cacheAnswers(1_000)
  expect((await cached.bytes('a', '1', undefined, text('x', 100))).toString()).toBe('x'.repeat(100))
  const zipped = await cached.bytes('a', '1', 'gzip', never)
  expect((await promisify(gunzip)(zipped)).toString()).toBe('x'.repeat(100))
  expect(await cached.bytes('a', '1', 'gzip', never)).toBe(zipped)
  expect((await cached.bytes('a', '2', undefined, text('y', 50))).toString()).toBe('y'.repeat(50))
  expect(cached.size).toBe(50)
})

test('keys are independent, even with equal states', async () => {
  const cached = cacheAnswers(1_000)
  await cached.bytes('a', '1', undefined, text('x', 10))
  expect((await cached.bytes('b', '1', undefined, text('y', 10))).toString()).toBe('y'.repeat(10))
})

test('the size is limited, and the least recently used response is dropped', async () => {
  const cached = cacheAnswers(250)
  for (const place of ['a', 'b']) await cached.bytes(place, '1', undefined, text(place, 100))
  await cached.bytes('a', '1', undefined, never)
  await cached.bytes('c', '1', undefined, text('c', 100))
  expect(cached.size).toBe(200)
  await cached.bytes('a', '1', undefined, never)
  await expect(cached.bytes('b', '1', undefined, never)).rejects.toThrow('It was made again.')
  expect((await cached.bytes('huge', '1', 'br', text('h', 9_000))).length).toBeGreaterThan(0)
  expect(cached.size).toBeLessThanOrEqual(250)
})

test('concurrent requests share one computation; a failed one is repeated', async () => {
  const cached = cacheAnswers(1_000)
  let made = 0
  const slowly = async () => {
    made += 1
    await Promise.resolve()
    return 'x'
  }
  await Promise.all([1, 2, 3].map(() => cached.bytes('a', '1', undefined, slowly)))
  expect(made).toBe(1)
  await expect(cached.bytes('b', '1', 'gzip', never)).rejects.toThrow()
  expect((await cached.bytes('b', '1', undefined, text('z', 1))).toString()).toBe('z')
  expect(cached.size).toBe(2)
})
