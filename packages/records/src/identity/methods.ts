/**
 * Every identity function, by the name it is called by. Adding one here is all there is to do: the
 * worker finds it in this table and RecordsClient takes its type from it.
 */
import {
  addAddress,
  bookAddress,
  checkNewAddress,
  listAddresses,
  mailWithdrawal,
  removeAddress,
} from './address-book.ts';
import { checkKeyChange, checkNewApiKey } from './api-key-checks.ts';
import {
  apiKeyByKey,
  createApiKey,
  deleteApiKey,
  disableApiKeys,
  keysOf,
  listApiKeys,
  touchApiKeys,
  updateApiKey,
} from './api-keys.ts';
import { checkAudit, listAudit, noteOperation, noteRefusal } from './audit.ts';
import { forgetDevice, listDevices, rememberDevice } from './devices.ts';
import { claimFaucet, releaseFaucet } from './faucet.ts';
import { createGuest, dropGuest, idleGuests } from './guests.ts';
import { noteLanguage } from './language.ts';
import {
  changePassword,
  checkNewPassword,
  proveAgain,
  verifyLogin,
  verifyPasskeyLogin,
} from './login.ts';
import { listLogins } from './logins.ts';
import { dueMails, listMails, mailRefused, mailTaken } from './mails.ts';
import {
  mailRisks,
  noticesRead,
  readNotice,
  readNotices,
  riskMailed,
  securityNotices,
  unreadSecurity,
} from './notices.ts';
import { closeAccount, confirmEmailChange, freezeSelf, requestEmailChange } from './own-account.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewBackupCodes,
  resetSecondFactor,
  secondFactor,
} from './second-factor.ts';
import {
  createSession,
  endAllSessions,
  endSession,
  endSessionById,
  listSessions,
  noteActivity,
  sessionByToken,
  validSessions,
} from './sessions.ts';
import { deleteSetting, getSetting, listSettings, putSetting } from './settings.ts';
import {
  checkNewSubAccount,
  checkSubAccountChange,
  createSubAccount,
  listSubAccounts,
  ownSubAccount,
  updateSubAccount,
} from './sub-accounts.ts';
import { requestThaw, thawNeeds, thawSelf } from './thaw.ts';
import {
  checkNewUser,
  createUser,
  listUsers,
  setAntiPhishing,
  setUserStatus,
  userByEmail,
  userByUid,
} from './users.ts';

/** Functions over the identity database: `(context, input) → result`. */
export const identityMethods = {
  addAddress,
  addPasskey,
  apiKeyByKey,
  askPasskey,
  beginAuthenticator,
  beginPasskey,
  bookAddress,
  changePassword,
  checkAudit,
  checkKeyChange,
  checkNewAddress,
  checkNewApiKey,
  checkNewPassword,
  checkNewSubAccount,
  checkNewUser,
  checkSubAccountChange,
  claimFaucet,
  closeAccount,
  confirmAuthenticator,
  confirmEmailChange,
  createApiKey,
  createGuest,
  createSession,
  createSubAccount,
  createUser,
  deleteApiKey,
  deleteSetting,
  disableApiKeys,
  dropGuest,
  dueMails,
  endAllSessions,
  endSession,
  endSessionById,
  forgetDevice,
  freezeSelf,
  getSetting,
  idleGuests,
  keysOf,
  listAddresses,
  listApiKeys,
  listAudit,
  listDevices,
  listLogins,
  listMails,
  listPasskeys,
  listSessions,
  listSettings,
  listSubAccounts,
  listUsers,
  mailRefused,
  mailRisks,
  mailTaken,
  mailWithdrawal,
  noteActivity,
  noteLanguage,
  noteOperation,
  noteRefusal,
  noticesRead,
  ownSubAccount,
  proveAgain,
  putSetting,
  readNotice,
  readNotices,
  releaseFaucet,
  rememberDevice,
  removeAddress,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewBackupCodes,
  requestEmailChange,
  requestReset,
  requestThaw,
  resetPassword,
  resetSecondFactor,
  riskMailed,
  secondFactor,
  securityNotices,
  sessionByToken,
  setAntiPhishing,
  setUserStatus,
  thawNeeds,
  thawSelf,
  touchApiKeys,
  unreadSecurity,
  updateApiKey,
  updateSubAccount,
  userByEmail,
  userByUid,
  validSessions,
  verifyLogin,
  verifyPasskeyLogin,
} as const;
