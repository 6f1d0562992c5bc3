import Imports
import Testing

/// What sources and headers of C and Objective-C import.
@Suite struct CImportTests {
  @Test func formsOfAnImport() {
    expect(
      """
      #import <UIKit/UIKit.h>
      #include <Hook/Hook.h>
      #  include_next <Rope/Rope.h>
      @import Foundation;
      @import UIKit.UIView;
      #import "Own.h"
      #import "folder/Own.h"
      #include <stdio.h>
      #import <A/sub/B.h> // <C/C.h>
      \t#import <D/D.h>
      /* x */ #import <E/E.h>
      # /* x */ import /* y */ <F/F.h>
      #import \\
        <H/H.h>
      @ import I; @import J;
      """, as: .cFamily,
      [
        "UIKit 1:10 UIKit/UIKit.h", "Hook 2:11 Hook/Hook.h", "Rope 3:18 Rope/Rope.h",
        "Foundation 4:9", "UIKit 5:9", "A 9:10 A/sub/B.h", "D 10:11 D/D.h", "E 11:18 E/E.h",
        "F 12:27 F/F.h", "H 14:4 H/H.h",
        "I 15:10", "J 15:21",
      ])
  }

  @Test func directivesAreNoCode() {
    expect(
      """
      #define A @import A;
      #define B(x) \\
        @import B; "/*" \\
        @import B;
      @import C;
      #define D /* more
        @import D; */ @import D;
      #pragma mark - @import E
      #error Don't @import F
      #warning "@import G
      @import H; #define I
      @import J;
      """, as: .cFamily, ["C 5:9", "H 11:9", "J 12:9"])
  }

  @Test func noBreakSpaces() {
    expect(
      """
      #import\u{A0}<A/A.h>
      \u{A0}#\u{A0}import <B/B.h>
      @import\u{A0}C;
      @imports\u{A0}D;
      """, as: .cFamily, ["A 1:10 A/A.h", "B 2:12 B/B.h", "C 3:9"])
  }

  @Test func whatIsNone() {
    expect(
      """
      // #import <A/A.h> \\
      #import <B/B.h>
      /*
      #import <C/C.h>
      @import D;
      */
      NSString *a = @"\\
      #import <E/E.h>";
      NSString *b = @"@import F;";
      int x = 1; #import <G/G.h>
      #define IMPORT #import <H/H.h>
      #import MACRO
      #import <I/I.h
      #import </K.h>
      #pragma mark - import
      @interface import
      char c = '"'; // '
      #import
      """, as: .cFamily, [])
    expect("#error don't\n#import <A/A.h>", as: .cFamily, ["A 2:10 A/A.h"])
    expect("int a = 1'000'000;\n#import <A/A.h>", as: .cFamily, ["A 2:10 A/A.h"])
    expect("char a = 'u'; // \"\n#import <A/A.h>", as: .cFamily, ["A 2:10 A/A.h"])
  }

  @Test func conditions() {
    expect(
      """
      #if DEBUG
      #import <A/A.h>
      #elif !defined(X)
      #import <B/B.h>
      #else
      #import <C/C.h>
      #endif
      #ifdef TARGET_OS_IOS
      #import <D/D.h>
      #endif
      #ifndef RELEASE
      @import E;
      #endif
      #if __has_include(<F/F.h>)
      #import <F/F.h>
      #endif
      #if TARGET_OS_IPHONE
      #import <G/G.h>
      #endif
      #if __IPHONE_OS_VERSION_MAX_ALLOWED >= 140000
      #import <H/H.h>
      #endif
      #if 0
      #import <I/I.h>
      #endif
      #ifdef __OBJC__
      #import <J/J.h>
      #endif
      #if !TARGET_OS_OSX
      #import <K/K.h>
      #endif
      #if TARGET_OS_IOS || \\
        DEBUG
      #import <L/L.h>
      #endif
      """, as: .cFamily,
      [
        "A 2:10 A/A.h if DEBUG", "B 4:10 B/B.h if (!DEBUG && !X)",
        "C 6:10 C/C.h if (!DEBUG && !!X)", "D 9:10 D/D.h if os(iOS)",
        "E 12:9 if !RELEASE", "F 15:10 F/F.h if unknown",
        "G 18:10 G/G.h if (os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))",
        "H 21:10 H/H.h if unknown", "I 24:10 I/I.h if !true", "J 27:10 J/J.h",
        "K 30:10 K/K.h if !os(macOS)", "L 34:10 L/L.h if unknown",
      ])
  }

  /// A header is read once at most, and once it is.
  @Test func includeGuards() {
    expect(
      "// Copyright\n#ifndef A_H\n#define A_H\n#import <B/B.h>\n#endif", as: .cFamily,
      ["B 4:10 B/B.h"])
    expect(
      "#if !defined(A_H)\n#define A_H 1\n#import <B/B.h>\n#endif", as: .cFamily, ["B 3:10 B/B.h"])
    expect(
      "#ifndef A_H\nint x;\n#define A_H\n#import <B/B.h>\n#endif", as: .cFamily,
      ["B 4:10 B/B.h if !A_H"])
    expect(
      "#ifndef A\n#define B\n#define A\n@import C;\n#endif", as: .cFamily, ["C 4:9 if !A"])
  }

  @Test func lineEndingsAndMarks() {
    expect(
      "\u{FEFF}#import <A/A.h>\r\n#import <B/B.h>\r\n", as: .cFamily,
      ["A 1:10 A/A.h", "B 2:10 B/B.h"])
    expect(Array("#import <A/A.h>\0\n#import \"".utf8), as: .cFamily, ["A 1:10 A/A.h"])
    expect("#import <Ü/Ü.h>\n#", as: .cFamily, ["Ü 1:10 Ü/Ü.h"])
    expect("@import", as: .cFamily, [])
  }
}

@Suite struct SourceLanguageTests {
  @Test func isToldByTheExtension() {
    #expect(SourceLanguage(path: "a/b.swift") == .swift)
    for name in ["a.m", "a.mm", "a.c", "a.cc", "a.cpp", "a.cxx", "a.h", "a.hh", "a.hpp", "a.pch"] {
      #expect(SourceLanguage(path: name) == .cFamily)
    }
    for name in ["a", "swift", "a.swift/b", "a.storyboard", "a.", ".swiftlint.yml"] {
      #expect(SourceLanguage(path: name) == nil)
    }
  }
}
