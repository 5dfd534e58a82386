import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepAnswers } from './cached-answers.ts'

const text = (letter: string, length: number) => async () => letter.repeat(length)
const never = async (): Promise<string> => Promise.reject(new Error('It was made again.'))

test('what is kept is not made again, in any encoding, until its state is another', async () => {
  const kept = keepAnswers(1_000)
  expect((await kept.bytes('a', '1', undefined, text('x', 100))).toString()).toBe('x'.repeat(100))
  const zipped = await kept.bytes('a', '1', 'gzip', never)
  expect((await promisify(gunzip)(zipped)).toString()).toBe('x'.repeat(100))
  expect(await kept.bytes('a', '1', 'gzip', never)).toBe(zipped)
  expect((await kept.bytes('a', '2', undefined, text('y', 50))).toString()).toBe('y'.repeat(50))
  expect(kept.size).toBe(50)
})

test('one place knows nothing of another, whatever their states', async () => {
  const kept = keepAnswers(1_000)
  await kept.bytes('a', '1', undefined, text('x', 10))
  expect((await kept.bytes('b', '1', undefined, text('y', 10))).toString()).toBe('y'.repeat(10))
})

test('it keeps no more than it may, and what was asked for last stays', async () => {
  const kept = keepAnswers(250)
  for (const place of ['a', 'b']) await kept.bytes(place, '1', undefined, text(place, 100))
  await kept.bytes('a', '1', undefined, never)
  await kept.bytes('c', '1', undefined, text('c', 100))
  expect(kept.size).toBe(200)
  await kept.bytes('a', '1', undefined, never)
  await expect(kept.bytes('b', '1', undefined, never)).rejects.toThrow('It was made again.')
  expect((await kept.bytes('huge', '1', 'br', text('h', 9_000))).length).toBeGreaterThan(0)
  expect(kept.size).toBeLessThanOrEqual(250)
})

test('several who ask at once wait for one; what failed is made again', async () => {
  const kept = keepAnswers(1_000)
  let made = 0
  const slowly = async () => {
    made += 1
    await Promise.resolve()
    return 'x'
  }
  await Promise.all([1, 2, 3].map(() => kept.bytes('a', '1', undefined, slowly)))
  expect(made).toBe(1)
  await expect(kept.bytes('b', '1', 'gzip', never)).rejects.toThrow()
  expect((await kept.bytes('b', '1', undefined, text('z', 1))).toString()).toBe('z')
  expect(kept.size).toBe(2)
})
