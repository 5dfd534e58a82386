import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { apiKeyVersions } from './api-key-form.ts'
import { RevokedMark } from './RevokedMark.tsx'

export const ApiKeyHistoryPage = () => <ResourceHistoryPage resource={apiKeys} paths={paths.apiKeys} />

export const ApiKeyComparePage = () => <ResourceComparePage resource={apiKeys} paths={paths.apiKeys} />

/** One version of a key as it was; none can be brought back. */
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
      </PageFrame>
    )}
  </ResourceVersionPage>
)
