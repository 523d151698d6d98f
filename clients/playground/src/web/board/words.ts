// The board's own texts. The names of pieces, objects and players come from Arbiter.
import type { LocalizedTextJson } from "@arbiter-chess/client";

export interface Words {
  board: string;
  empty: string;
  selected: string;
  canMove: string;
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
  openMove: string;
  shell: string;
  castle: string;
  capture: string;
  move: string;
}

const ENGLISH: Words = {
  board: "Board",
  empty: "empty",
  selected: "selected",
  canMove: "can move",
  target: "possible move",
  immobilised: "cannot move",
  hidden: "hidden from the other side",
  unknown: "a queen left this square unseen",
  inCheck: "in check",
  swap: "Swap two pieces",
  swapSecond: "Swap with which piece?",
  place: (piece) => `Place a ${piece}`,
  again: "Move again",
  promote: (square) => `Promote the pawn on ${square}`,
  onlyPass: "No piece can move",
  pass: "Pass",
  remove: "Remove a piece",
  choose: "Which move?",
  cancel: "Cancel",
  stealth: "Stealth move",
  openMove: "Normal move",
  shell: "Throw the shell",
  castle: "Castle",
  capture: "Capture",
  move: "Move",
};

const CHINESE: Words = {
  board: "棋盘",
  empty: "空",
  selected: "已选",
  canMove: "可移动",
  target: "可走到",
  immobilised: "不能移动",
  hidden: "对方看不见",
  unknown: "有后从此格隐身离开",
  inCheck: "被将军",
  swap: "交换两个棋子",
  swapSecond: "与哪个棋子交换？",
  place: (piece) => `放置${piece}`,
  again: "再走一步",
  promote: (square) => `${square} 的兵升变`,
  onlyPass: "无子可走",
  pass: "停着",
  remove: "移除一个棋子",
  choose: "走哪一步？",
  cancel: "取消",
  stealth: "隐身着法",
  openMove: "普通着法",
  shell: "投掷龟壳",
  castle: "易位",
  capture: "吃子",
  move: "走子",
};

const THAI: Words = {
  board: "กระดาน",
  empty: "ว่าง",
  selected: "เลือกแล้ว",
  canMove: "เดินได้",
  target: "ไปได้",
  immobilised: "เดินไม่ได้",
  hidden: "อีกฝ่ายมองไม่เห็น",
  unknown: "ควีนซ่อนตัวออกจากช่องนี้",
  inCheck: "ถูกรุก",
  swap: "สลับหมากสองตัว",
  swapSecond: "สลับกับหมากตัวไหน",
  place: (piece) => `วาง${piece}`,
  again: "เดินอีกครั้ง",
  promote: (square) => `เลื่อนขั้นเบี้ยที่ ${square}`,
  onlyPass: "ไม่มีตัวใดเดินได้",
  pass: "ผ่านตา",
  remove: "เอาหมากออกหนึ่งตัว",
  choose: "เดินแบบไหน",
  cancel: "ยกเลิก",
  stealth: "เดินซ่อนตัว",
  openMove: "เดินปกติ",
  shell: "ขว้างกระดอง",
  castle: "เข้าป้อม",
  capture: "กิน",
  move: "เดิน",
};

const WORDS: Record<string, Words> = { en: ENGLISH, "zh-CN": CHINESE, th: THAI };

export function wordsOf(locale: string): Words {
  return WORDS[locale] ?? ENGLISH;
}

/** Returns the text in the locale, or else in English, or else `name`, or else an empty string. */
export function textIn(
  locale: string,
  texts: readonly LocalizedTextJson[] | undefined,
  name: string | undefined,
): string {
  const find = (wanted: string) => texts?.find((text) => text.locale === wanted)?.text;
  return find(locale) ?? find("en") ?? name ?? "";
}
