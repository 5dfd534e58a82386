import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { apiKeyVersions } from './api-key-form.ts'
import { KeyLimitFields } from './KeyLimitFields.tsx'
import { RevokedMark } from './RevokedMark.tsx'

export const ApiKeyHistoryPage = () => <ResourceHistoryPage resource={apiKeys} paths={paths.apiKeys} />

export const ApiKeyComparePage = () => (
  <ResourceComparePage resource={apiKeys} paths={paths.apiKeys} isRestorable={false} />
)

/** One version of a key. Versions cannot be restored. */
export const ApiKeyVersionPage = () => (
  <ResourceVersionPage definition={apiKeyVersions}>
    {({ title, object, values, actions, notice }) => (
      <PageFrame title={title} object={object} width="reading" actions={actions}>
        {notice}
        <ValueText label="Name" value={values.name} isMono />
        <ValueText label="Used by" value={values.used_by} />
        <LabelledValue label="Revoked">
          <RevokedMark isRevoked={values.revoked} />
        </LabelledValue>
        <ReadOnlyForm values={values}>
          <KeyLimitFields />
        </ReadOnlyForm>
        {values.rotated !== null && (
          <LabelledValue label="Token replaced">
            <Moment iso={values.rotated} />
          </LabelledValue>
        )}
        {values.previous_until !== null && (
          <LabelledValue label="Previous token accepted until">
            <Moment iso={values.previous_until} />
          </LabelledValue>
        )}
      </PageFrame>
    )}
  </ResourceVersionPage>
)
