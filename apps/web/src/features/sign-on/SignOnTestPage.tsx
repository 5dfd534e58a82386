import { type SignOnTest, signOnTestResult } from '@quatrain/contract/sign-on/sign-on.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { queryOf } from '#kit/api/queries.ts'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import classes from './sign-on.module.css'

const title = 'Test login'

const providerLink = (name: string) => ({ to: paths.identityProviders.details(name), toWhat: 'the identity provider' })

/** What arrived in a test login. */
export function SignOnTestPage() {
  const { name = '', test = '' } = usePathParameters()
  const { data, error, refetch } = useQuery({
    ...queryOf(['identityprovider', 'test', name, test], signOnTestResult, { params: { key: name, test } }),
    retry: false,
  })
  if (isApiError(error, 'not_found')) {
    return (
      <NotFound detail="There is no such test login: its result is kept for some minutes." {...providerLink(name)} />
    )
  }
  if (error) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={title} object={name} />
  return (
    <PageFrame title={title} object={name} width="reading">
      {data.problem === '' ? (
        <Notice kind="info" role="status">
          The provider works. Nothing was changed, and nobody was logged in.
        </Notice>
      ) : (
        <Notice kind="bad" role="alert">
          The response was refused: {data.problem}
        </Notice>
      )}
      {data.person && <PersonSection person={data.person} />}
      {data.attributes.length > 0 && <AttributesSection attributes={data.attributes} />}
      <p>
        <Link to={paths.identityProviders.details(name)}>Back to the identity provider</Link>
      </p>
    </PageFrame>
  )
}

const PersonSection = ({ person }: { readonly person: NonNullable<SignOnTest['person']> }) => (
  <Section title="User">
    <p>
      {person.is_known
        ? 'This subject has logged in before: the login would be that of this user.'
        : 'This subject has never logged in: the first login would add this user.'}
    </p>
    <ValueText label="Username" value={person.username} isMono />
    <ValueText label="Subject" value={person.subject} isMono />
    <ValueText label="Full name" value={person.displayname} />
    <ValueText label="First name" value={person.first_name} />
    <ValueText label="Last name" value={person.last_name} />
    <ValueText label="E-mail address" value={person.email} />
    {!person.is_known && (
      <LabelledValue label="Groups">
        {person.groups.length === 0 && 'None: the user would begin without rights.'}
        {person.groups.map(({ kind, group, exists }) => (
          <Mark key={`${kind} ${group}`} tone={exists ? 'good' : 'warn'}>
            {`${kind}: ${group}${exists ? '' : ' (does not exist)'}`}
          </Mark>
        ))}
      </LabelledValue>
    )}
  </Section>
)

const AttributesSection = ({ attributes }: Pick<SignOnTest, 'attributes'>) => (
  <Section title="What arrived">
    <div className={table.scroll}>
      <CardTable caption="Attributes" headings={['Attribute', 'Values']}>
        {attributes.map(({ name, values }) => (
          <tr key={name}>
            <td className="mono">{name}</td>
            <td className={`mono ${classes.values}`}>{values.join(', ')}</td>
          </tr>
        ))}
      </CardTable>
    </div>
  </Section>
)
