import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { runInRounds } from './rounds.ts'

test('a round that is overdue begins at once, without a warning', async () => {
  const warnings: string[] = []
  const warn = ({ name }: Error) => warnings.push(name)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  const app = Fastify()
  onTestFinished(() => app.close())
  let rounds = 0
  const third = Promise.withResolvers<void>()
  runInRounds(app, {
    name: 'counting',
    afterFailure: 60,
    async round() {
      rounds += 1
      if (rounds === 3) third.resolve()
      return rounds < 3 ? -0.4 : 60
    },
  })
  await app.listen()
  await third.promise
  expect(warnings).toEqual([])
})
