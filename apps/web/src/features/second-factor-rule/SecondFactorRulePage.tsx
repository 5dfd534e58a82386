import { Button } from '@mantine/core'
import {
  changeSecondFactorRule,
  readSecondFactorRule,
  requiredOf,
  type SecondFactorRule,
} from '@quatrain/contract/accounts/second-factor-rule.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, callWithVersion } from '#kit/api/call.ts'
import { Failure } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './RuleForm.module.css'

/** The page of the rule who needs a second factor. */
export function SecondFactorRulePage() {
  const { data, error, refetch } = useQuery(ruleQuery)
  const refresh = () => void refetch()
  return (
    <PageFrame title="Second factor" width="reading">
      {error && !data && <Failure error={error} retry={refresh} />}
      {data && <RuleForm key={data.required_of} rule={data} etag={data.etag} onDone={refresh} />}
    </PageFrame>
  )
}

type RequiredOf = SecondFactorRule['required_of']

const words: Readonly<Record<RequiredOf, { readonly label: string; readonly about: string }>> = {
  nobody: { label: 'Nobody', about: 'Users can set one up in their profile.' },
  superusers: { label: 'Superusers', about: 'Users who may do everything.' },
  everybody: { label: 'Everybody', about: 'All users who log in with a password.' },
}

interface Props {
  readonly rule: SecondFactorRule
  readonly etag: string | undefined
  readonly onDone: () => void
}

/** The choice of who needs a second factor, with those who have none. */
function RuleForm({ rule: { required_of, without }, etag, onDone }: Props) {
  const [chosenRule, setChosen] = useState(required_of)
  const affected = {
    nobody: 0,
    superusers: without.superusers.count,
    everybody: without.superusers.count + without.others.count,
  }
  const saving = useWriting({
    question: () => ({
      title: 'Change second factor',
      question: questionOf(chosenRule, affected[chosenRule]),
    }),
    mutationFn: () => call(changeSecondFactorRule, { body: { required_of: chosenRule } }, { ifMatch: etag }),
    onSuccess() {
      tell.success({ title: 'Changed', lines: ['Second factor successfully changed'] })
      onDone()
    },
    doing: 'changing the second factor',
    onError: onDone,
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        saving.run()
      }}
    >
      <fieldset className={classes.choices}>
        <legend>Who needs a second factor to log in with a password?</legend>
        {requiredOf.map((value) => (
          <label key={value}>
            <input type="radio" name="required_of" checked={chosenRule === value} onChange={() => setChosen(value)} />
            <span>
              <b>{words[value].label}</b>
              <span className={classes.about}>{words[value].about}</span>
              {affected[value] > 0 && (
                <span className={classes.about}>{counted(affected[value], 'user')} without one.</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <p>
        Who has no second factor sets one up after the password, at the next login, and can do nothing else before.
        Users who log in with an identity provider are not asked: the provider decides what they prove.
      </p>
      <People title="Superusers without a second factor" people={without.superusers} />
      <People title="Other users without a second factor" people={without.others} />
      <div>
        <Button type="submit" disabled={chosenRule === required_of} loading={saving.isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}

function questionOf(chosenRule: RequiredOf, affected: number): string {
  if (chosenRule === 'nobody') return 'Are you sure that a password alone is enough to log in?'
  const question = `Are you sure you want to require a second factor of ${chosenRule}?`
  if (affected === 0) return `${question} All of them have one.`
  return `${question} ${counted(affected, 'user')} must set one up at the next login.`
}

interface PeopleProps {
  readonly title: string
  readonly people: SecondFactorRule['without']['others']
}

const People = ({ title, people: { count, first } }: PeopleProps) =>
  count > 0 && (
    <section className={classes.people} aria-label={title}>
      <h2>
        {title} ({count})
      </h2>
      <ul>
        {first.map((name) => (
          <li key={name}>
            <Link to={paths.users.details(name)}>{name}</Link>
          </li>
        ))}
        {count > first.length && <li>and {count - first.length} more</li>}
      </ul>
    </section>
  )

/** The rule and its version, which a change must send. */
const ruleQuery = queryOptions({
  queryKey: ['second-factor-rule'],
  queryFn: async ({ signal }) => {
    const { answer, etag } = await callWithVersion(readSecondFactorRule, {}, { signal })
    return { ...answer, etag }
  },
})
