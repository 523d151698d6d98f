// The board's own words. Names of pieces, objects and players come from Arbiter.
import type { LocalizedTextJson } from "@arbiter-chess/client";

export interface Words {
  board: string;
  empty: string;
  selected: string;
  mayMove: string;
  target: string;
  immobilised: string;
  hidden: string;
  unknown: string;
  inCheck: string;
  swap: string;
  swapSecond: string;
  place(piece: string): string;
  again: string;
  promote(square: string): string;
  onlyPass: string;
  pass: string;
  remove: string;
  choose: string;
  cancel: string;
  stealth: string;
  inSight: string;
  shell: string;
  castle: string;
  capture: string;
  move: string;
}

const ENGLISH: Words = {
  board: "Board",
  empty: "empty",
  selected: "selected",
  mayMove: "may move",
  target: "possible",
  immobilised: "cannot move",
  hidden: "hidden from the other side",
  unknown: "a queen left here unseen",
  inCheck: "in check",
  swap: "Swap two pieces",
  swapSecond: "Swap with which piece?",
  place: (piece) => `Place a ${piece}`,
  again: "Move again",
  promote: (square) => `Promote the pawn on ${square}`,
  onlyPass: "Nothing can move",
  pass: "Pass",
  remove: "Remove a piece",
  choose: "Which move?",
  cancel: "Cancel",
  stealth: "Unseen",
  inSight: "In sight",
  shell: "Throw the shell",
  castle: "Castle",
  capture: "Capture",
  move: "Move",
};

const CHINESE: Words = {
  board: "棋盘",
  empty: "空",
  selected: "已选",
  mayMove: "可走",
  target: "可到",
  immobilised: "不能走",
  hidden: "对方看不见",
  unknown: "后从这里隐去",
  inCheck: "被将军",
  swap: "交换两个棋子",
  swapSecond: "与哪个棋子交换?",
  place: (piece) => `放一个${piece}`,
  again: "再走一步",
  promote: (square) => `${square} 的兵升变`,
  onlyPass: "无子可走",
  pass: "跳过",
  remove: "移去一个棋子",
  choose: "哪一步?",
  cancel: "取消",
  stealth: "隐身",
  inSight: "公开",
  shell: "扔龟壳",
  castle: "易位",
  capture: "吃子",
  move: "走子",
};

const THAI: Words = {
  board: "กระดาน",
  empty: "ว่าง",
  selected: "เลือกแล้ว",
  mayMove: "เดินได้",
  target: "ไปได้",
  immobilised: "เดินไม่ได้",
  hidden: "อีกฝ่ายมองไม่เห็น",
  unknown: "ควีนออกจากที่นี่โดยไม่มีใครเห็น",
  inCheck: "ถูกรุก",
  swap: "สลับหมากสองตัว",
  swapSecond: "สลับกับตัวไหน",
  place: (piece) => `วาง${piece}`,
  again: "เดินอีกครั้ง",
  promote: (square) => `เลื่อนขั้นเบี้ยที่ ${square}`,
  onlyPass: "ไม่มีตัวใดเดินได้",
  pass: "ผ่าน",
  remove: "เอาหมากออก",
  choose: "เดินแบบไหน",
  cancel: "ยกเลิก",
  stealth: "ซ่อนตัว",
  inSight: "เปิดเผย",
  shell: "ขว้างกระดอง",
  castle: "เข้าป้อม",
  capture: "กิน",
  move: "เดิน",
};

const WORDS: Record<string, Words> = { en: ENGLISH, "zh-CN": CHINESE, th: THAI };

export function wordsOf(locale: string): Words {
  return WORDS[locale] ?? ENGLISH;
}

/** The text in the locale, else in English, else the name as it was answered. */
export function textIn(
  locale: string,
  texts: readonly LocalizedTextJson[] | undefined,
  name: string | undefined,
): string {
  const find = (wanted: string) => texts?.find((text) => text.locale === wanted)?.text;
  return find(locale) ?? find("en") ?? name ?? "";
}
