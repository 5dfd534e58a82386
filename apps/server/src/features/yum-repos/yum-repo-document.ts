import type { YumRepo, YumRepoDocument } from '@quatrain/contract/resources/yum-repo.ts'

/** What a version of the repo keeps. */
export const documentOf = ({ name, tag, content, description }: Omit<YumRepo, 'id'>): YumRepoDocument => ({
  name,
  tag,
  content,
  description,
})
