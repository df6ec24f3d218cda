// account.ts - the sentences of the page: accounts and notifications.
// SPDX-License-Identifier: MIT

export const ACCOUNT = {
  // ui/online/account.tsx
  title: "Account",
  myGames: "My games",

  // ui/online/sessions.tsx
  asking: "Asking the server ...",

  // ui/online/account.tsx
  noAccounts: "This server has no accounts. You play games by their links.",
  noCookie: "The server has let you in, but this browser did not keep the page's cookie, so you will not stay logged in. Allow cookies for this page, or play without an account: keep a game's link, for it opens your seat.",
  make: "Make an account",

  // ui/online/recover.tsx
  logIn: "Log in",

  // ui/online/account.tsx
  intro: "An account shows your games on every device and tells you when it is your turn. You do not need one to play.",
  name: "Name",
  makeIt: "Make the account",
  haveOne: "I have an account: log in",
  newHere: "New here? Make an account",

  // ui/online/recover.tsx
  forgotten: "Forgotten your password?",

  // ui/online/account.tsx
  outEverywhere: "You are logged out on every device.",
  out: "You are logged out.",
  notifications: "Notifications",
  password: "Password",

  // ui/online/sessions.tsx
  where: "Where you are logged in",

  // ui/online/account.tsx
  data: "Your data",
  export: "<file>Save all that the server stores about you</file> as a zip: settings, notes, chat messages, and the records of your games.",
  leaving: "Leaving",
  logOut: "Log out",
  remove: "Delete the account",

  // ui/online/recover.tsx
  changed: "The password has been changed. Other devices must log in again.",

  // ui/online/account.tsx
  present: "Current password",
  fresh: "New password",
  change: "Change the password",
  removed: "The account has been deleted.",
  removeAsked: "Delete the account?",
  removeNote: "Your name, password, addresses, notes and chat messages are deleted. Your games remain, with the names that were shown in them, and can still be played by the links to their seats. Keep the links of games you are still playing: <games>My games</games> lists them, for games you joined in this browser.",
  removeIt: "Delete it",
  keep: "Keep it",

  // ui/online/alerts.ts
  yourTurn: "Your turn: ",
  yourTurnIn: "Your turn: {title}",

  // ui/online/notify.tsx
  whenTurn: "When it is your turn",
  whenTurnNote: "A message is sent when you do not have the game open. Each turn is announced once.",
  failed: "The last message by {channel} was not delivered: {error} ({time}).",
  noMessages: "This server is not set up to send messages. <games>My games</games> shows which games wait for you.",
  remind: "Remind me before my clock runs out",
  saved: "Saved.",
  hoursBefore: {
    one: "{count} hour before",
    other: "{count} hours before",
  },
  sent: "A message is on its way.",
  digest: "{box} combine them into one mail a day",
  digestHour: "At what time?",
  addressGone: "The address has been deleted.",
  addressStays: "The address is unchanged.",
  confirmMail: "We have sent a mail with a link. No other mail goes there until you open it.",
  forget: "Delete",
  confirm: "Confirm",
  keepThis: "Keep this one",
  sendAgain: "Send again",
  passwordFor: "Your password, to change the address",
  mails: "{box} send me mails",
  testMail: "Send a test mail",
  webhookGone: "The webhook has been deleted.",
  webhookKept: "The webhook has been saved.",
  webhook: "Webhook (Discord, Slack, or your own program)",
  save: "Save",
  test: "Test",

  // ui/online/recover.tsx
  newPassword: "A new password",
  forgottenNote: "A mail with a link goes to the address of the account, if you have confirmed one. The link works once and expires after half an hour.",
  nameOrMail: "Your name here, or your mail address",
  sendMail: "Send the mail",
  freshLong: "New password, of at least 8 characters",
  askAgain: "Ask for another link",
  setPassword: "Set the password",

  // ui/online/sessions.tsx
  sessionEnded: "That session has ended.",
  thisOne: ", this one",
  endIt: "End session",
  endOf: "End session: {browser}",

  // account.tsx, notify.tsx, sessions.tsx: what varies
  passwordFresh: "Password, of at least 8 characters",
  outOfAll: "Log out on every device",
  outOfAllCount: "Log out on every device ({count})",
  mail: "Mail address",
  mailOpen: "Mail address (not confirmed yet: open the link in the mail)",
  mailConfirmed: "Mail address (confirmed)",
  mailChanging: "Mail address (confirmed; {address} replaces it when you open the link in the mail there)",
  browser: "A browser",
  usedSince: "since {since}, last used {used}",
  used: "last used {used}",
} as const;
