import type { Fault } from '../fault.ts'

/** Writes to the database and the Web API: both or neither. */
export const twoStores: readonly Fault[] = [
  {
    name: 'a write whose local part fails is not undone in the Web API',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: '    await write.undoRemote?.(ctx, applied.id, holdOf(ctx, intent))\n',
    replacement: '',
    foundBy: ['apps/server/src/kit/two-stores/local-write.db.test.ts'],
  },
  {
    name: 'a claim is not released after the Web API has refused the write',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: 'await closeIntent(ctx, intent).catch(() => Promise.reject(afterNoAnswer(target, error)))',
    replacement: 'if (!intent) throw afterNoAnswer(target, error)',
    foundBy: ['apps/server/src/kit/two-stores/two-store-write.db.test.ts'],
  },
  {
    name: 'a write without an answer is given up instead of recovered',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: 'if (!certainlyNotApplied(error)) throw',
    replacement: 'if (ctx.write.dryRun) throw',
    foundBy: ['apps/server/src/kit/two-stores/two-store-write.db.test.ts'],
  },
  {
    name: 'what the Web API confirms is not compared with what was sent',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: '    await applied.check()\n',
    replacement: '',
    foundBy: ['apps/server/src/kit/two-stores/two-store-write.db.test.ts'],
  },
  {
    name: 'the local part of a write uses what was prepared before another write',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: 'if (!isOurs || !isAsPrepared) throw new Outdated()',
    replacement: 'if (!isOurs && !isAsPrepared) throw new Outdated()',
    foundBy: ['apps/server/src/kit/two-stores/meanwhile.db.test.ts'],
  },
  {
    name: 'a write that was taken over is finished by its first process too',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: '  if (!isOurs) throw takenOver()\n  return write(ctx, applied.id)',
    replacement: '  return isOurs ? write(ctx, applied.id) : write(ctx, applied.id)',
    foundBy: ['apps/server/src/kit/two-stores/races.db.test.ts'],
  },
  {
    name: 'a saved write whose answer to the commit was lost is reported as failed',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: 'if (!isOurs && saved && (await wasRecorded(ctx, startedAt)))',
    replacement: 'if (isOurs && saved && (await wasRecorded(ctx, startedAt)))',
    foundBy: ['apps/server/src/kit/two-stores/local-write.db.test.ts'],
  },
  {
    name: 'a claim can be renewed by a process that has lost it',
    file: 'apps/server/src/kit/intents/intents.ts',
    text: `      ...(memo !== undefined && { memo: JSON.stringify(memo) }),
    })
    .where('kind', '=', intent.kind)
    .where('key', '=', intent.key)
    .where('holder', '=', intent.holder)
`,
    replacement: `      ...(memo !== undefined && { memo: JSON.stringify(memo) }),
    })
    .where('kind', '=', intent.kind)
    .where('key', '=', intent.key)
`,
    foundBy: ['apps/server/src/kit/two-stores/races.db.test.ts'],
  },
  {
    name: 'a write can refer to a profile that is being deleted',
    file: 'apps/server/src/kit/intents/intents.ts',
    text: "where intent.action = 'delete' order by",
    replacement: "where intent.action = 'add' order by",
    foundBy: ['apps/server/src/kit/two-stores/references.db.test.ts'],
  },
  {
    name: 'recovery takes over a write that has just begun',
    file: 'apps/server/src/kit/intents/recovery.ts',
    text: 'else ${olderThan}::numeric end',
    replacement: 'else least(0, ${olderThan}::numeric) end',
    foundBy: ['apps/server/src/kit/two-stores/recovery.db.test.ts'],
  },
  {
    name: 'two processes recover the same write',
    file: 'apps/server/src/kit/intents/recovery.ts',
    text: 'and ${dueIn(options)} <= 0\n',
    replacement: '\n',
    foundBy: ['apps/server/src/kit/two-stores/recovery.db.test.ts'],
  },
  {
    name: 'recovery completes a delete of what has got dependents meanwhile',
    file: 'apps/server/src/kit/two-stores/both-stores.ts',
    text: 'if (stored && (await isNeeded(ctx, stored.apiid)))',
    replacement: "if (stored && stored.apiid === '')",
    foundBy: ['apps/server/src/features/metric-profiles/metric-profile-dependents.db.test.ts'],
  },
  {
    name: 'the undo of an add removes an object of another client',
    file: 'apps/server/src/kit/two-stores/both-stores.ts',
    text: 'if (item.id === id || item.isSame(sentFields))',
    replacement: 'if (item.id === id || sentFields)',
    foundBy: ['apps/server/src/kit/two-stores/races.db.test.ts'],
  },
  {
    name: 'a name that only the Web API has can be added',
    file: 'apps/server/src/kit/two-stores/remote-objects.ts',
    text: '      if (!namesake) return\n',
    replacement: "      if (!namesake || name !== '') return\n",
    foundBy: ['apps/server/src/kit/two-stores/races.db.test.ts'],
  },
  {
    name: 'a save overwrites what another client has written to the Web API meanwhile',
    file: 'apps/server/src/kit/two-stores/remote-objects.ts',
    text: 'documents.change(id, input.document, etag)',
    replacement: 'documents.change(id, input.document, undefined)',
    foundBy: ['apps/server/src/kit/two-stores/races.db.test.ts'],
  },
  {
    name: 'a save drops fields that another program has stored in the Web API',
    file: 'apps/server/src/kit/two-stores/document-fields.ts',
    text: 'Object.fromEntries([...undeclaredFields, ...declaredParts])',
    replacement: 'Object.fromEntries(undeclaredFields.length > 0 ? declaredParts : declaredParts)',
    foundBy: ['apps/server/src/guarantees/unknown-fields.test.ts'],
  },
  {
    name: 'a dry run writes to the Web API',
    file: 'apps/server/src/kit/two-stores/two-store-write.ts',
    text: '    await write.assertRemoteAllows?.()\n    return saved\n',
    replacement: '    await (await write.readRemote())()\n    return saved\n',
    foundBy: ['apps/server/src/features/metric-profiles/metric-profiles.db.test.ts'],
  },
  {
    name: 'a change request that fails leaves in the Web API what it has sent',
    file: 'apps/server/src/kit/two-stores/write-together.ts',
    text: '    await write.undoRemote?.(ctx, applied.id, holdOf(ctx, intent))\n',
    replacement: '',
    foundBy: ['apps/server/src/features/change-requests/change-requests.db.test.ts'],
  },
  {
    name: 'a change request sends the placeholder of an id to the Web API',
    file: 'apps/server/src/kit/two-stores/write-group.ts',
    text: "typeof value === 'string' ? (this.ids.get(value) ?? value) : value",
    replacement: 'value',
    foundBy: ['apps/server/src/features/change-requests/change-requests.db.test.ts'],
  },
  {
    name: 'an approved change request is applied with another effect',
    file: 'apps/server/src/features/change-requests/change-requests.service.ts',
    text: 'if (isApproved(request) && request.approved !== digestOf(rehearsed)) {',
    replacement: 'if (rehearsed.length === 0) {',
    foundBy: ['apps/server/src/features/change-requests/change-requests.db.test.ts'],
  },
  {
    name: 'a scheduled change request is applied with the rights of whoever runs the server',
    file: 'apps/server/src/features/change-requests/change-requests.service.ts',
    text: '  return ofParts({ ...rest, ...ownKey, caller: { ...ctx.caller, user } })',
    replacement:
      '  return ofParts(author === usernameOf(ctx) ? ctx : { ...rest, ...ownKey, caller: { ...ctx.caller, user } })',
    foundBy: ['apps/server/src/features/change-requests/change-requests.db.test.ts'],
  },
  {
    name: 'the rule of change requests is not asked by deletes',
    file: 'apps/server/src/kit/kinds/operation.ts',
    text: 'await run(await directWrite(ctx, resource, name), keyOf(params))',
    replacement: 'await run(resource && name ? ctx : ctx, keyOf(params))',
    foundBy: ['apps/server/src/features/change-requests/change-rule.db.test.ts'],
  },
  {
    name: 'approvals count that the rule does not accept any more',
    file: 'apps/server/src/features/change-requests/change-requests.service.ts',
    text: 'if (counted.length < approvals_needed) {',
    replacement: 'if (counted.length < Math.min(1, approvals_needed)) {',
    foundBy: ['apps/server/src/features/change-requests/change-rule.db.test.ts'],
  },
  {
    name: 'a scheduled change request that cannot be applied waits for ever',
    file: 'apps/server/src/features/change-requests/apply-requests.ts',
    text: '!(isUnchanged && (isVoid || hasTooFew || isDue))',
    replacement: '!(isUnchanged && (isVoid || hasTooFew))',
    foundBy: ['apps/server/src/features/change-requests/change-requests.db.test.ts'],
  },
  {
    name: 'a webhook gets the events of an object out of order',
    file: 'apps/server/src/features/webhooks/deliveries.repository.ts',
    text: 'and older.number < delivery.number and',
    replacement: 'and older.number < 0 and',
    foundBy: ['apps/server/src/features/webhooks/webhooks.db.test.ts'],
  },
  {
    name: 'messages of webhooks are signed without their time',
    file: 'apps/server/src/features/webhooks/webhook-secrets.ts',
    text: '`${id}.${timestamp}.${body}`',
    replacement: '`${id}.${id && timestamp && body}`',
    foundBy: ['apps/server/src/features/webhooks/webhooks.db.test.ts'],
  },
  {
    name: 'a webhook without values is sent them',
    file: 'apps/server/src/features/webhooks/message.ts',
    text: 'const values = hasValues && {',
    replacement: 'const values = {',
    foundBy: ['apps/server/src/features/webhooks/webhooks.db.test.ts'],
  },
]
