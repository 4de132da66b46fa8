/**
 * Every identity function, by the name it is called by. Adding one here is all there is to do: the
 * worker finds it in this table and RecordsClient takes its type from it.
 */
import {
  apiKeyByKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  touchApiKeys,
  updateApiKey,
} from './api-keys.ts';
import { claimFaucet, releaseFaucet } from './faucet.ts';
import { createGuest, dropGuest, idleGuests } from './guests.ts';
import { changePassword, confirmPassword, rememberDevice, verifyLogin } from './login.ts';
import {
  createSession,
  endAllSessions,
  endSession,
  listSessions,
  noteActivity,
  sessionByToken,
} from './sessions.ts';
import { deleteSetting, getSetting, listSettings, putSetting } from './settings.ts';
import {
  checkNewUser,
  createUser,
  listUsers,
  setUserStatus,
  userByEmail,
  userByUid,
} from './users.ts';

/** Functions over the identity database: `(context, input) → result`. */
export const identityMethods = {
  apiKeyByKey,
  changePassword,
  checkNewUser,
  claimFaucet,
  confirmPassword,
  createApiKey,
  createGuest,
  createSession,
  createUser,
  deleteApiKey,
  deleteSetting,
  dropGuest,
  endAllSessions,
  endSession,
  getSetting,
  idleGuests,
  listApiKeys,
  listSessions,
  listSettings,
  listUsers,
  noteActivity,
  putSetting,
  releaseFaucet,
  rememberDevice,
  sessionByToken,
  setUserStatus,
  touchApiKeys,
  updateApiKey,
  userByEmail,
  userByUid,
  verifyLogin,
} as const;
