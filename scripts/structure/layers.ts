/**
 * Folders of each part, lowest first: a file may import its own folder and the folders on lower lines. Folders on one line
 * do not import each other.
 */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/platform/src': [['database'], ['http']],
  'apps/server/src': [['request'], ['clients'], ['kit'], ['features'], ['machine-api']],
  'apps/webapi/src': [['kit'], ['features'], ['cli']],
  'apps/web/src': [
    ['lib', 'ui'],
    ['kit/api'],
    ['kit/page', 'kit/compare'],
    ['kit/write', 'kit/fields'],
    ['kit/rows'],
    ['kit/row-table'],
    ['kit/imports'],
    ['kit/form', 'kit/list', 'kit/history'],
    ['kit/resource'],
    ['features'],
    ['app'],
  ],
}
