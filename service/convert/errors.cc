#include "service/convert/errors.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/locale.h"
#include "core/base/strings.h"
#include "google/protobuf/util/time_util.h"
#include "google/rpc/error_details.pb.h"
#include "service/access/token_bucket.h"

namespace arbiter {
namespace {

constexpr std::string_view kDomain = "arbiter.v1";
constexpr std::chrono::seconds kRetryWhenOverloaded(1);
// A status is sent in HTTP/2 trailers, of which clients accept 8 KiB by default. They contain the
// message up to four times, percent-encoded or in base64.
constexpr size_t kMaxMessageBytes = 512;

// The meaning of each reason, indexed by its number.
constexpr std::array<LocalText, kErrorReasonCount> kPhrases = {{
    {},
    {"unknown variant", "未知的棋种", "ไม่รู้จักหมากรุกชนิดนี้"},
    {"unreadable FEN", "无法读取的 FEN", "อ่าน FEN ไม่ได้"},
    {"impossible position", "不可能的局面", "ตำแหน่งหมากที่เป็นไปไม่ได้"},
    {"unreadable action", "无法理解的着法文字", "ข้อความการเดินไม่ถูกรูปแบบ"},
    {"illegal action", "不合规则的着法", "การเดินผิดกติกา"},
    {"game over", "对局已经结束", "เกมจบแล้ว"},
    {"not your turn", "没有轮到该方", "ยังไม่ถึงตาของผู้เล่นนี้"},
    {"randomness required", "需要随机种子或抽取结果", "ต้องระบุซีดหรือผลการสุ่ม"},
    {"impossible outcome", "不可能的随机结果", "ผลการสุ่มที่เป็นไปไม่ได้"},
    {"bad snapshot", "无效的快照", "สแนปช็อตใช้ไม่ได้"},
    {"bad option", "选项不存在或超出范围", "ตัวเลือกไม่มีหรืออยู่นอกช่วงที่กำหนด"},
    {"claim refused", "要求不成立", "การอ้างสิทธิ์ไม่เป็นไปตามกติกา"},
    {"hidden information", "该观看者无权查看", "ผู้ชมนี้ไม่มีสิทธิ์เห็นข้อมูล"},
    {"limit exceeded", "超出服务器限制", "เกินขีดจำกัดของเซิร์ฟเวอร์"},
    {"overloaded", "服务器繁忙，请稍后重试", "เซิร์ฟเวอร์ไม่ว่าง โปรดลองใหม่ภายหลัง"},
    {"unauthenticated", "身份验证失败", "ยืนยันตัวตนไม่สำเร็จ"},
    {"bad field", "字段值无效", "ค่าของฟิลด์ไม่ถูกต้อง"},
    {"bad seed", "随机种子长度无效", "ความยาวของซีดไม่ถูกต้อง"},
    {"bad notation", "记谱不对应唯一的合法着法", "บันทึกหมากไม่ตรงกับการเดินที่ถูกกติกาเพียงหนึ่งเดียว"},
    {"cancelled", "调用已取消", "การเรียกถูกยกเลิก"},
    {"unimplemented", "尚未提供此方法", "ยังไม่รองรับเมธอดนี้"},
    {"wrong phase", "当前阶段不适用", "ไม่มีความหมายในช่วงนี้ของเกม"},
    {"permission denied", "没有调用此方法的权限", "ไม่มีสิทธิ์เรียกใช้เมธอดนี้"},
    {"quota exceeded", "超出配额，请稍后重试", "เกินโควตา โปรดลองใหม่ภายหลัง"},
    {"job not found", "没有此任务", "ไม่พบงานนี้"},
    {"job conflict", "幂等键已用于其他任务", "คีย์นี้ถูกใช้กับงานอื่นแล้ว"},
    {"wrong job state", "任务的当前状态不允许此操作", "สถานะของงานไม่อนุญาตให้ทำรายการนี้"},
}};

// Shortens a message and replaces invalid UTF-8 in it, because it may quote what the caller sent.
std::string CleanText(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    const std::string_view character = length == 0 ? "?" : text.substr(0, length);
    if (clean.size() + character.size() > kMaxMessageBytes) return clean + "…";
    clean += character;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

std::string LocalizedText(ErrorReason reason, Locale locale, std::string_view message) {
  if (locale == Locale::kEnglish) return std::string(message);
  const std::string_view phrase = kPhrases.at(static_cast<size_t>(reason)).In(locale);
  return phrase.empty() ? std::string(message) : StrCat(phrase, ": ", message);
}

}  // namespace

std::string MessageIn(const absl::Status& status, std::string_view locale) {
  return LocalizedText(ReasonOf(status), ParseLocale(locale),
                       CleanText(std::string(status.message())));
}

google::rpc::Status ToRpcStatus(const absl::Status& status, std::string_view locale) {
  google::rpc::Status result;
  result.set_code(static_cast<int>(status.code()));
  const std::string message = CleanText(std::string(status.message()));
  result.set_message(message);
  const ErrorReason reason = ReasonOf(status);
  if (status.ok() || reason == ErrorReason::kUnspecified) return result;

  google::rpc::ErrorInfo info;
  info.set_reason(std::string(ReasonName(reason)));
  info.set_domain(std::string(kDomain));
  result.add_details()->PackFrom(info);
  if (const std::string field = FieldOf(status); !field.empty()) {
    google::rpc::BadRequest bad_request;
    google::rpc::BadRequest::FieldViolation* violation = bad_request.add_field_violations();
    violation->set_field(CleanText(field));
    violation->set_description(message);
    violation->set_reason(info.reason());
    result.add_details()->PackFrom(bad_request);
  }
  std::optional<std::chrono::nanoseconds> retry_after = RetryAfterOf(status);
  if (reason == ErrorReason::kOverloaded) retry_after = kRetryWhenOverloaded;
  if (retry_after.has_value()) {
    google::rpc::RetryInfo retry;
    *retry.mutable_retry_delay() =
        google::protobuf::util::TimeUtil::NanosecondsToDuration(retry_after->count());
    result.add_details()->PackFrom(retry);
  }
  if (!locale.empty()) {
    const Locale parsed = ParseLocale(locale);
    google::rpc::LocalizedMessage localized;
    localized.set_locale(std::string(LocaleTag(parsed)));
    localized.set_message(LocalizedText(reason, parsed, message));
    result.add_details()->PackFrom(localized);
  }
  return result;
}

}  // namespace arbiter
