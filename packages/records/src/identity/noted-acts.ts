/** What is done to accounts that the audit log notes, and of which of it their person has a notice. */
import type { SecurityTopic } from '@halcyon/domain/web';

/** What is noted in the transaction that does it. */
export const NOTED_ACTS = [
  'addAddress',
  'addPasskey',
  'changePassword',
  'closeAccount',
  'confirmAuthenticator',
  'confirmEmailChange',
  'createApiKey',
  'createSession',
  'createSubAccount',
  'createUser',
  'deleteApiKey',
  'disableApiKeys',
  'endAllSessions',
  'endSession',
  'endSessionById',
  'forgetDevice',
  'freezeSelf',
  'mailWithdrawal',
  'removeAddress',
  'removeAuthenticator',
  'removePasskey',
  'renewBackupCodes',
  'requestEmailChange',
  'resetPassword',
  'resetSecondFactor',
  'setAntiPhishing',
  'setUserStatus',
  'thawSelf',
  'updateApiKey',
  'updateSubAccount',
] as const;
export type NotedAct = (typeof NOTED_ACTS)[number];

/** What the audit log says of a sign-in from a browser that was not known. */
export const NEW_BROWSER = 'new browser';

/** Acts that their person is told of, by what they are about; of sign-ins the unusual ones. */
export const TOPICS: Readonly<Partial<Record<NotedAct, SecurityTopic>>> = {
  createSession: 'login',
  changePassword: 'password',
  resetPassword: 'password',
  confirmEmailChange: 'email',
  confirmAuthenticator: 'authenticator',
  removeAuthenticator: 'authenticator',
  renewBackupCodes: 'authenticator',
  resetSecondFactor: 'authenticator',
  addPasskey: 'passkeys',
  removePasskey: 'passkeys',
  createApiKey: 'apiKeys',
  updateApiKey: 'apiKeys',
  deleteApiKey: 'apiKeys',
  disableApiKeys: 'apiKeys',
  addAddress: 'addresses',
  removeAddress: 'addresses',
  freezeSelf: 'frozen',
  setUserStatus: 'frozen',
  thawSelf: 'frozen',
};

/** Whether an act gives its person a notice. @param about what its entry says of it */
export function isNotified(act: NotedAct, about: object): boolean {
  if (act !== 'createSession') return TOPICS[act] !== undefined;
  return 'detail' in about && about.detail === NEW_BROWSER;
}
