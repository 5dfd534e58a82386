import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useDebouncedQuery } from './queries.ts'

interface Request {
  readonly input: string
  readonly signal: AbortSignal
  readonly answer: (text: string) => void
}

const requests: Request[] = []
const read = (input: string, signal: AbortSignal) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  requests.push({ input, signal, answer: resolve })
  return promise
}

function Page({ isOpen = true }: { readonly isOpen?: boolean }) {
  const [input, setInput] = useState('')
  const { data, isCurrent } = useDebouncedQuery(['preview'], isOpen ? input : undefined, read)
  return (
    <>
      <input aria-label="Name" value={input} onChange={(event) => setInput(event.currentTarget.value)} />
      <output aria-busy={!isCurrent}>{data}</output>
    </>
  )
}

const answerTo = async (input: string) => {
  await expect.poll(() => requests.map((request) => request.input)).toContain(input)
  await act(async () => requests.find((request) => request.input === input)?.answer(`about ${input}`))
}

test('the response for an older input is never shown as that of a newer one', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const output = screen.getByRole('status')
  await answerTo('')
  expect(await screen.findByText('about')).toHaveAttribute('aria-busy', 'false')

  await userEvent.type(screen.getByLabelText('Name'), 'profile')
  expect(output).toHaveTextContent('about')
  expect(output).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => requests.at(-1)?.input).toBe('profile')
  // One request at the first letter and one after the pause.
  expect(requests.map(({ input }) => input)).toEqual(['', 'p', 'profile'])
  expect(requests[1]?.signal.aborted).toBe(true)
  await answerTo('p')
  expect(output).toHaveTextContent(/^about$/)

  await answerTo('profile')
  expect(await screen.findByText('about profile')).toHaveAttribute('aria-busy', 'false')
})

test('nothing is asked without an input, and with one only that', async () => {
  requests.length = 0
  const client = new QueryClient()
  const pageOf = (isOpen: boolean) => (
    <QueryClientProvider client={client}>
      <Page isOpen={isOpen} />
    </QueryClientProvider>
  )
  const { rerender } = render(pageOf(false))
  await userEvent.type(screen.getByLabelText('Name'), 'profile')
  rerender(pageOf(true))
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  rerender(pageOf(false))
  rerender(pageOf(true))
  expect(new Set(requests.map(({ input }) => input))).toEqual(new Set(['profile']))
})
