import { MultiSelect } from '@mantine/core'
import {
  type ChangeRuleDocument,
  changeRuleDocument,
  changeRuleFields,
  changeRules,
  documentOfRule,
  isRuled,
  maxApprovals,
  type readChangeRule,
  wordsOfApprovers,
} from '@quatrain/contract/change-requests/change-rule.ts'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { Scalar } from '@quatrain/contract/compare/field.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { sessionKey } from '#features/session/session.queries.ts'
import { changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { LazyDifferenceView } from '#kit/compare/comparable.ts'
import { CheckboxField, useProblem } from '#kit/fields/fields.tsx'
import { FieldSection } from '#kit/form/ReadOnlyForm.tsx'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { FailurePage, PagePlaceholder } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { declaredKinds } from '#lib/declared-kinds.ts'
import { paths } from '#lib/paths.ts'
import { capitalized, compareNames, inNameOrder } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './ChangeRequestPage.module.css'
import { changeRuleDefinition, changeRuleQuery, consequencesOf, fieldOfRule } from './change-rule-form.ts'

const title = 'Rule of change requests'

/** Which kinds are changed by change requests only, and who approves these. It is read again each time, as forms are. */
export function ChangeRulePage() {
  const { key } = useLocation()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...changeRuleQuery,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && isFetchedAfterMount) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data || !isFetchedAfterMount) return <PagePlaceholder title={title} />
  // The key changes with each save, so that the form starts from the stored rule.
  return <ChangeRuleForm key={key} {...data} />
}

interface Props {
  readonly rule: AnswerOf<typeof readChangeRule>
  readonly etag: string | undefined
}

function ChangeRuleForm({ rule: { changes, ...rule }, etag }: Props) {
  const queries = useQueryClient()
  const definition = useMemo(
    // Forms follow the rule, which is a part of the session.
    () => changeRuleDefinition(() => queries.invalidateQueries({ queryKey: sessionKey })),
    [queries],
  )
  const form = useResourceForm({
    definition,
    stored: changeRules.kind,
    draftName: 'rule',
    base: { values: documentOfRule(rule), etag },
    schema: changeRuleDocument,
    reload: async () => {
      const { rule, etag } = await queries.fetchQuery({ ...changeRuleQuery, staleTime: 0 })
      return { values: documentOfRule(rule), etag }
    },
    fieldOf: fieldOfRule,
  })
  return (
    <PageFrame title={title} width="reading">
      <p>
        A tenant can have objects changed by <Link to={paths.changeRequests}>change requests</Link> only, which others
        approve.
      </p>
      <ResourceForm form={{ ...form, remove: undefined, cancel: form.startOver }}>
        <FieldSection title="What is changed by requests only">
          <KindFields />
        </FieldSection>
        <FieldSection title="Who approves">
          <ApprovalFields />
        </FieldSection>
        <Consequences />
        <RuleChanges changes={changes} />
      </ResourceForm>
    </PageFrame>
  )
}

function KindFields() {
  const may = useMay()
  const { field } = useController<ChangeRuleDocument, 'kinds'>({ name: 'kinds' })
  const problem = useProblem('kinds')
  const isForAll = useWatch<ChangeRuleDocument, 'all_kinds'>({ name: 'all_kinds' })
  const kinds = declaredKinds
    .filter(({ resource }) => isRuled(resource) && may('change', resource))
    .map(({ kind, label }) => ({ value: kind, label: capitalized(label.many) }))
    .toSorted((left, right) => compareNames(left.label, right.label))
  return (
    <>
      <ChoiceField
        name="all_kinds"
        label="Changed by change requests only"
        description="Kinds that change requests cannot have, such as users and keys, are always saved directly."
        options={[
          { value: false, label: 'Chosen kinds' },
          { value: true, label: 'All kinds' },
        ]}
      />
      {!isForAll && (
        <MultiSelect
          {...field}
          label="Kinds"
          description="Without any, everything can be saved directly."
          placeholder={field.value.length === 0 ? 'None' : undefined}
          data={kinds}
          error={problem}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear kinds' }}
        />
      )}
    </>
  )
}

function ApprovalFields() {
  const { user } = useConsoleContext()
  const stored = useWatch<ChangeRuleDocument, 'approvers'>({ name: 'approvers' })
  const groups = groupKinds.flatMap((kind) => inNameOrder(user?.groups[kind] ?? []).map((name) => `${kind}/${name}`))
  // A group that was deleted meanwhile can be replaced.
  const approvers = [...new Set(['', ...groups, stored])]
  return (
    <>
      <ChoiceField
        name="approvals"
        label="Approvals"
        description="How many a request needs. With 0, its author applies it without a review."
        options={Array.from({ length: maxApprovals + 1 }, (_, count) => ({ value: count, label: String(count) }))}
      />
      <ChoiceField
        name="approvers"
        label="Approvers"
        options={approvers.map((value) => ({ value, label: capitalized(wordsOfApprovers(value)) }))}
      />
      <CheckboxField
        name="counts_author"
        label="The approval of the author counts"
        description="Otherwise somebody else has to approve."
      />
      <CheckboxField
        name="bypass"
        label="Superusers can save without a request"
        description="They give a reason, which the history of the object shows."
      />
    </>
  )
}

interface ChoiceProps {
  readonly name: keyof ChangeRuleDocument
  readonly label: string
  readonly description?: string
  readonly options: readonly { readonly value: Scalar; readonly label: string }[]
}

/** One of a few values that need not be texts. */
function ChoiceField({ name, label, description, options }: ChoiceProps) {
  const { field } = useController({ name })
  return (
    <NativeSelect
      {...field}
      value={String(field.value)}
      label={label}
      description={description}
      error={useProblem(name)}
      data={options.map(({ value, label }) => ({ value: String(value), label }))}
      onChange={({ currentTarget }) =>
        field.onChange(options.find(({ value }) => String(value) === currentTarget.value)?.value)
      }
    />
  )
}

/** What follows from the rule that the form shows. */
function Consequences() {
  const rule = changeRuleDocument.safeParse(useWatch()).data
  const { data: requests = [] } = useQuery(changeRequestsQuery())
  if (!rule) return null
  return (
    <Section title="What follows">
      <Notice kind="info" role="status">
        <ul className={classes.sentences}>
          {consequencesOf(rule, requests).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Notice>
    </Section>
  )
}

/** The last changes of the rule, each with its difference. */
const RuleChanges = ({ changes }: Pick<Props['rule'], 'changes'>) =>
  changes.length > 0 && (
    <Section title="Last changes of the rule">
      <ul className={classes.comments}>
        {changes.map(({ number, at, author, remark, before, after }) => (
          <li key={number}>
            <p className={classes.commentHead}>
              <strong>{author}</strong> changed it, <Moment iso={at} isRelative />
            </p>
            {remark !== '' && <p className={classes.text}>{remark}</p>}
            <Suspense>
              <LazyDifferenceView level={3} fields={changeRuleFields} changes={diff(changeRuleFields, before, after)} />
            </Suspense>
          </li>
        ))}
      </ul>
    </Section>
  )
