internal import Paths

/// The headers of C, C++ and Objective-C in Apple's SDKs and the compiler, except those of
/// frameworks.
public enum SystemHeaders {
  /// Returns whether an included header belongs to the system.
  public static func contains(_ header: String) -> Bool {
    let components = Path.components(of: header)
    guard let first = components.first else { return false }
    if components.count > 1 {
      return folders.contains(first) || SystemFrameworks.contains(String(first))
    }
    if first.hasSuffix(".h") { return names.contains(first.dropLast(2)) }
    return standard.contains(first)
  }

  /// The folders of system headers.
  private static let folders = words(
    """
    AppleTextureEncoder CommonCrypto apr-1 architecture arm arm64 arpa asl atm bank bsm c++ compat
    cups curl default_pager device dispatch editline expat_config.h ext gssapi hfs i386 io kern
    libDER libexslt libkern libproc libunwind libxml libxml2 libxslt mach mach-o mach_debug
    machine malloc miscfs nameser ncurses net net-snmp netinet netinet6 netkey nfs objc odmodule
    openssl os parser pexpert php ppp printerdb protocols pthread rpc rpcsvc ruby sasl security
    servers simd sqlite3 standards sys tcl tidy ulocale unicode uuid vfs vproc xlocale xpc
    """)

  /// The headers of the C++ standard library.
  private static let standard = words(
    """
    algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat
    charconv chrono cinttypes ciso646 climits clocale cmath codecvt compare complex concepts
    condition_variable coroutine csetjmp csignal cstdalign cstdarg cstdbool cstddef cstdint cstdio
    cstdlib cstring ctgmath ctime cuchar cwchar cwctype debugging deque exception execution
    expected filesystem flat_map flat_set format forward_list fstream functional future generator
    hash_map hash_set initializer_list iomanip ios iosfwd iostream istream iterator latch limits
    list locale map mdspan memory memory_resource metal_stdlib mutex new numbers numeric optional
    ostream print queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
    source_location span spanstream sstream stack stacktrace stdexcept stdfloat stop_token
    streambuf string string_view strstream swift syncstream system_error text_encoding thread
    tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant
    vector version metal_atomic metal_math metal_texture
    """)

  /// The headers that end in `.h`, without the extension.
  private static let names = words(
    """
    AppleSpinlock AssertMacros Availability AvailabilityInternal AvailabilityMacros
    AvailabilityVersions Block ConditionalMacros ContainerMapping FlexLexer MacTypes NSSystemDirectories
    TargetConditionals _abort _assert _bounds _ctermid _ctype _locale _mb_cur_max _regex _stdio
    _stdlib _string _strings _time _types _wchar _wctype _xlocale adxintrin aio alloca altivec
    ammintrin amxintrin ar arm64_neon arm_acle arm_bf16 arm_fp16 arm_neon arm_sme arm_sve asl
    assert avx2intrin avxintrin bitstring bmi2intrin bmiintrin bootstrap_priv btree bzlib
    cache cache_callbacks checkint com_err complex copyfile cpio cpuid crt_externs ctype cxxabi
    curses db default_pager device_types dirent disktab dlfcn dns dns_sd dns_util dwarf emmintrin
    err errno eti execinfo expat expat_external fcntl fenv ffi float fmtmsg fnmatch form fsproperties
    fstab fts ftw get_compat getopt glob grp gssapi histedit iconv ifaddrs immintrin inttypes
    iso646 krb5 langinfo launch lber lber_types ldap ldap_features ldap_schema ldif libaddr2line libc
    libcharset libgen libproc libunwind libunwind_ext limits link locale localcharset lzma mach_init
    math memory menu membership mm_malloc mmintrin monetary monitor mpool nameser ncurses ncurses_dll
    ndbm net netdb nl_types nlist nmmintrin notify notify_keys ntsid objc-auto odbcinst os panel
    paths pcap pcap-bpf pcap-namedb pmmintrin poll popcntintrin printf profile pthread pthread_impl
    pthread_spis ptrauth ptrcheck pwd quarantine rbtree readpassphrase regex removefile resolv rune
    runetype sandbox sched search secure semaphore setjmp sgtty shadow signal simd slapi-plugin
    smmintrin spawn sql sqlext sqlite3 sqlite3ext sqltypes sqlucode stab standards static_assert
    stdalign stdarg stdatomic stdbool stdckdint stddef stdint stdio stdlib stdnoreturn strhash string
    stringlist strings struct swiftrt sysdir sysexits syslog tar tbmintrin term term_entry termcap
    termios texinfo tgmath threads tic time timeconv tmmintrin ttyent tzfile uchar ucontext ulimit
    unctrl unicode unistd unwind unwind_itanium util utime utmp utmpx uuid varargs vecLib vis
    wchar wctype wmmintrin wordexp x86intrin xar xlocale xmmintrin xpc zconf zlib
    """)

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.split { $0 == " " || $0 == "\n" })
  }
}
